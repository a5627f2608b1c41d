import Dispatch
import RosterConcurrency
import Testing

struct CurrentThreadTests {
  @Test func aThreadIsRecognizedAmongThoseThatRun() {
    let here = CurrentThread.identity
    #expect(here == CurrentThread.identity)
    let other = Guarded<ThreadIdentity?>(nil)
    let hasRun = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      other.withLock { $0 = CurrentThread.identity }
      hasRun.signal()
    }
    hasRun.wait()
    #expect(other.withLock { $0 } != nil)
    #expect(other.withLock { $0 } != here)
  }
}
