import RosterConcurrency
import Testing

struct GuardedTests {
  private enum Refusal: Error { case refused }

  @Test func changesOfManyThreadsAreAllThere() async {
    let count = Guarded(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<10_000 { count.withLock { $0 += 1 } } }
      }
    }
    #expect(count.withLock { $0 } == 80_000)
  }

  @Test func copiesShareTheValue() {
    let one = Guarded("a")
    let other = one
    other.withLock { $0 += "b" }
    #expect(one.withLock { $0 } == "ab")
  }

  @Test func errorKeepsItsTypeAndLeavesTheLockOpen() {
    let value = Guarded(1)
    do throws(Refusal) {
      try value.withLock { (value) throws(Refusal) in
        value = 2
        throw .refused
      }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error == .refused)
    }
    #expect(value.withLock { $0 } == 2)
  }

  @Test func valueEndsWithTheLastCopy() {
    final class Kept: Sendable {}
    weak var kept: Kept?
    do {
      let one = Guarded(Kept())
      let other = one
      kept = other.withLock { $0 }
      #expect(kept != nil)
      withExtendedLifetime(one) {}
    }
    #expect(kept == nil)
  }
}
