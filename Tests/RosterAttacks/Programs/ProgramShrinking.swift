import RosterTestSupport

/// Makes a program that fails as short as it gets, by leaving out steps and then parts of steps.
struct ProgramShrinking {
  private let wrapping: ProgramRun.Wrapping
  private let schedule: UInt64?
  /// The most programs that are run.
  private let runCountMax: Int
  private var runCount = 0
  private(set) var program: Program
  private(set) var failure: ProgramFailure

  /// Shrinks a program.
  ///
  /// - Returns: The shortest that was found, and what it finds.
  static func shortest(
    _ program: Program, _ failure: ProgramFailure,
    wrapping: @escaping ProgramRun.Wrapping = { $0 }, schedule: UInt64? = nil,
    runCountMax: Int = 1_000
  ) async -> (program: Program, failure: ProgramFailure) {
    var shrinking = ProgramShrinking(
      wrapping: wrapping, schedule: schedule, runCountMax: runCountMax, program: program,
      failure: failure)
    await shrinking.run()
    return (shrinking.program, shrinking.failure)
  }

  private mutating func run() async {
    // What comes after the step that fails has no part in it. What does not fail again depends on
    // what threads and processes do, and stays as it is.
    let prefix = Program(Array(program.steps.prefix(failure.step + 1)))
    var hasChanged = false
    for _ in 0..<3 where !hasChanged { hasChanged = await take(prefix) }
    if !hasChanged { program = prefix }
    while hasChanged, runCount < runCountMax {
      hasChanged = await leaveOutSteps()
      if await simplifySteps() { hasChanged = true }
    }
  }

  /// Goes on with a program if it fails as well, in whatever way.
  private mutating func take(_ candidate: Program) async -> Bool {
    guard runCount < runCountMax else { return false }
    runCount += 1
    let found = await ProgramRun.failure(of: candidate, wrapping: wrapping, schedule: schedule)
    guard let found else { return false }
    program = candidate
    failure = found
    return true
  }

  /// Delta debugging: leaves out ever smaller runs of steps.
  private mutating func leaveOutSteps() async -> Bool {
    var hasChanged = false
    var length = max(1, program.steps.count / 2)
    while true {
      var start = 0
      while start < program.steps.count {
        var candidate = program
        candidate.steps.removeSubrange(start..<min(start + length, candidate.steps.count))
        if await take(candidate) { hasChanged = true } else { start += length }
      }
      if length == 1 { return hasChanged }
      length /= 2
    }
  }

  private mutating func simplifySteps() async -> Bool {
    var hasChanged = false
    for index in program.steps.indices {
      var isSimpler = true
      while isSimpler {
        isSimpler = false
        for action in program.steps[index].action.simpler {
          var candidate = program
          candidate.steps[index].action = action
          guard await take(candidate) else { continue }
          hasChanged = true
          isSimpler = true
          break
        }
      }
    }
    return hasChanged
  }
}

extension ProgramAction {
  /// Actions that do less, the least first.
  var simpler: [ProgramAction] {
    switch self {
    case .change(let edit, let mode):
      (mode == .queued ? [] : [.change(edit)]) + edit.simpler.map { .change($0, mode) }
    case .become(let rows): rows.simpler.map { .become($0) }
    case .count(let place, let number, let byAction):
      (byAction ? [.count(place, by: number)] : []) + (number > 1 ? [.count(place, by: 1)] : [])
    case .burst(let actions):
      (actions.count == 1 ? actions : [])
        + actions.leavingOneOut.map { .burst($0) }
        + actions.indices.flatMap { index in
          actions[index].simpler.map { .burst(actions.replacing(index, with: $0)) }
        }
    case .race(let one, let other):
      one.simpler.map { .race($0, other) } + other.simpler.map { .race(one, $0) }
    case .elsewhere(let action): [action] + action.simpler.map { .elsewhere($0) }
    case .failing(let call, let moment, let action):
      [action] + action.simpler.map { .failing(call, moment, $0) }
    case .lookBack(let count): count > 0 ? [.lookBack(count / 2)] : []
    case .compact(let count): count > 0 ? [.compact(keeping: 0)] : []
    case .undo, .redo, .reload, .layout, .scroll, .catchUp, .vacuum, .reopen: []
    }
  }
}

extension ProgramEdit {
  /// Edits with one thing less each.
  var simpler: [ProgramEdit] {
    var simpler: [ProgramEdit] = []
    func add(_ change: (inout ProgramEdit) -> Void) {
      var edit = self
      change(&edit)
      simpler.append(edit)
    }
    if group != nil { add { $0.group = nil } }
    for place in counters.keys { add { $0.counters[place] = nil } }
    func leaveOut<Element>(_ part: WritableKeyPath<ChangesetParts, [Element]>) {
      let count = parts[keyPath: part].count
      if count > 1 {
        add { $0.parts[keyPath: part].removeFirst(count / 2) }
        add { $0.parts[keyPath: part].removeLast(count / 2) }
      }
      for index in 0..<min(count, 8) { add { $0.parts[keyPath: part].remove(at: index) } }
    }
    leaveOut(\.updatedItems)
    leaveOut(\.removedItems)
    leaveOut(\.movedItems)
    leaveOut(\.insertedItems)
    leaveOut(\.updatedSections)
    leaveOut(\.removedSections)
    leaveOut(\.movedSections)
    leaveOut(\.insertedSections)
    return simpler
  }
}

extension ListRows {
  /// Rows with one thing less each.
  fileprivate var simpler: [ListRows] {
    sections.leavingOneOut.map { ListRows($0) }
      + sections.indices.flatMap { section in
        sections[section].items.leavingOneOut.map { items in
          var rows = self
          rows.sections[section].items = items
          return rows
        }
      }
  }
}

extension Array {
  fileprivate var leavingOneOut: [[Element]] {
    indices.map { index in
      var others = self
      others.remove(at: index)
      return others
    }
  }

  fileprivate func replacing(_ index: Int, with element: Element) -> [Element] {
    var others = self
    others[index] = element
    return others
  }
}
