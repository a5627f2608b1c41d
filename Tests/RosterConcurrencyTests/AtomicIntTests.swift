import RosterConcurrency
import Testing

struct AtomicIntTests {
  /// An atomic integer that tasks share, as the macros of tests take no value that is not copied.
  private final class Shared: Sendable {
    private let value = AtomicInt(0)

    var present: Int { value.load() }

    func set(_ new: Int) { value.store(new) }
    func exchange(_ new: Int) -> Int { value.exchange(new) }
    func formUnion(_ bits: Int) { value.formUnion(bits) }
    func replace(_ expected: Int, by new: Int) -> Bool {
      value.compareExchange(expected: expected, desired: new)
    }
  }

  private let shared = Shared()

  @Test(arguments: 0..<50)
  func oneOfManyThreadsIsFirst(_ round: Int) async {
    let firsts = await withTaskGroup(of: Bool.self) { group in
      for number in 1...8 { group.addTask { shared.replace(0, by: number) } }
      return await group.reduce(0) { $1 ? $0 + 1 : $0 }
    }
    #expect(firsts == 1)
    #expect(1...8 ~= shared.present)
  }

  @Test func valueIsExchangedWithOneThread() async {
    shared.set(1)
    let taken = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 { group.addTask { shared.exchange(0) } }
      return await group.reduce(0, +)
    }
    #expect(taken == 1)
    #expect(shared.present == 0)
  }

  @Test func bitsOfManyThreadsAreAllThere() async {
    await withTaskGroup(of: Void.self) { group in
      for bit in 0..<16 { group.addTask { shared.formUnion(1 << bit) } }
    }
    #expect(shared.present == 0xFFFF)
  }

  @Test func anythingElseThanExpectedStays() {
    shared.set(-5)
    #expect(!shared.replace(5, by: 7))
    #expect(shared.present == -5)
    #expect(shared.replace(-5, by: .min))
    #expect(shared.exchange(.max) == .min)
  }
}
