import RosterWidgets
import Testing

/// All sequences of up to five events beside what the documentation says about them.
@Suite struct OptimisticValueTests {
  private enum Event: CaseIterable {
    case proposeA, proposeB, adoptA, adoptB, adoptC, refuseFirst, refuseLast, confirmFirst
  }

  /// The rules again, with a list of pending values and numbers.
  private struct Naive {
    var base = "a"
    var pending: [(number: Int, value: String)] = []
    var shown: String { pending.last?.value ?? base }

    mutating func adopt(_ model: String) {
      if model == base { return }
      base = model
      while pending.contains(where: { $0.value == model }) { pending.removeFirst() }
      if lastWasAnother(model) { pending = [] }
    }

    /// Set by the caller before adopting: whether the value was not pending.
    var wasPending = false
    private func lastWasAnother(_ model: String) -> Bool { !wasPending }
  }

  @Test func everySequenceFollowsTheRules() {
    var sequences: [[Event]] = [[]]
    for _ in 0..<5 {
      sequences = sequences.flatMap { sequence in Event.allCases.map { sequence + [$0] } }
      for sequence in sequences { check(sequence) }
    }
  }

  private func check(_ sequence: [Event]) {
    var value = OptimisticValue("a")
    var naive = Naive()
    for event in sequence {
      switch event {
      case .proposeA, .proposeB:
        let text = event == .proposeA ? "a" : "b"
        let number = value.propose(text)
        if !naive.pending.isEmpty || text != naive.base { naive.pending.append((number, text)) }
      case .adoptA, .adoptB, .adoptC:
        let model = event == .adoptA ? "a" : event == .adoptB ? "b" : "c"
        naive.wasPending = naive.pending.contains { $0.value == model }
        let (before, hadPending) = (naive.base, !naive.pending.isEmpty)
        naive.adopt(model)
        let outcome = value.adopt(model)
        if model == before {
          #expect(outcome == .unchanged)
        } else {
          #expect(outcome == (naive.wasPending ? .confirmed : .replaced))
          if !naive.wasPending, hadPending { #expect(value.rollback == .overruled) }
        }
      case .refuseFirst:
        let number = naive.pending.first?.number ?? 99
        if !naive.pending.isEmpty { naive.pending.removeFirst() }
        value.refuse(number, because: "full")
        if number != 99 { #expect(value.rollback == .refused("full")) }
      case .refuseLast:
        value.refuse(naive.pending.popLast()?.number ?? 99, because: "full")
      case .confirmFirst:
        let first = naive.pending.first
        if let first { naive.base = first.value }
        if first != nil { naive.pending.removeFirst() }
        value.confirm(first?.number ?? 99)
      }
      #expect(value.value == naive.shown, "\(sequence)")
      #expect(value.base == naive.base, "\(sequence)")
      #expect(value.pending == naive.pending.map(\.value), "\(sequence)")
    }
    // A model that stands still at the last value leaves nothing pending.
    let last = value.value
    if last != value.base {
      value.adopt(last)
      #expect(!value.isPending, "\(sequence)")
    }
    #expect(value.adopting("z").value == "z")
  }

  @Test func pendingValuesAreBounded() {
    var value = OptimisticValue(0)
    for number in 1...100 { value.propose(number) }
    #expect(value.pending == Array(37...100))
    #expect(value.value == 100)
  }
}
