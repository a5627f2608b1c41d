import RosterCore
import RosterEngine
import RosterListSupport
import Testing

/// A change in a scope.
struct NaiveStep: CustomStringConvertible {
  var kind: NaivePlan.Kind
  var scope: UndoScope

  static func all(_ kinds: [NaivePlan.Kind], in scopes: [UndoScope]) -> [NaiveStep] {
    scopes.flatMap { scope in kinds.map { NaiveStep(kind: $0, scope: scope) } }
  }

  var description: String { "\(kind) in \(scope)" }
}

/// What a list holds after changes in some scopes: for each scope what its steps did, by the identities of
/// sections and items.
struct NaiveUndo {
  private typealias Effect = NaiveContents.Effect

  private struct Stacks {
    var undo: [Effect] = []
    var redo: [Effect] = []
  }

  var list: TextList
  private let name: String
  private var contents = NaiveContents()
  private var stacks: [UndoScope: Stacks] = [:]
  private var number = 0
  private var history: [String] = []

  init(_ list: TextList, _ name: String = "all") {
    self.list = list
    self.name = name
  }

  private var context: Comment { "\(name): \(history.joined(separator: ", "))" }

  /// Fills the list, which no undo takes back.
  mutating func begin() async throws {
    try await list.apply(.section("abc"), ChangeAnnotation(undo: .none))
    contents = try NaiveContents(list.snapshot)
  }

  mutating func take(_ step: NaiveStep) async throws {
    number += 1
    history.append("\(step)")
    let plan = try NaivePlan(step.kind, number, on: list.snapshot.state)
    _ = try await list.change(ChangeAnnotation(undo: step.scope)) { try plan.apply(to: &$1) }
    let changed = try NaiveContents(list.snapshot)
    if step.scope != .none {
      stacks[step.scope, default: Stacks()].undo.append(
        Effect(from: contents, to: changed, moved: plan.moved))
      stacks[step.scope]?.redo = []
    }
    note(moved: plan.moved, in: step.scope)
    contents = changed
  }

  /// Notes what a change of a scope has moved, with the changes of all other scopes.
  private mutating func note(moved: Set<Int>, in scope: UndoScope) {
    for other in stacks.keys where other != scope {
      for index in stacks[other, default: Stacks()].undo.indices {
        stacks[other]?.undo[index].movedByOthers.formUnion(moved)
      }
      for index in stacks[other, default: Stacks()].redo.indices {
        stacks[other]?.redo[index].movedByOthers.formUnion(moved)
      }
    }
  }

  /// - Returns: Whether there was something to take back.
  mutating func step(_ direction: HistoryDirection, in scope: UndoScope) async throws -> Bool {
    let canStep = try direction == .undo ? list.canUndo(in: scope) : list.canRedo(in: scope)
    var stacks = stacks[scope, default: Stacks()]
    guard let last = direction == .undo ? stacks.undo.popLast() : stacks.redo.popLast() else {
      #expect(!canStep, context)
      return false
    }
    #expect(canStep, context)
    history.append("\(direction) in \(scope)")
    _ = try await list.apply(.step(direction, in: scope))
    var effect = contents.takeBack(last)
    let changed = try NaiveContents(list.snapshot)
    #expect(changed == contents, context)
    contents = changed
    effect.notePlaces(in: changed)
    if direction == .undo { stacks.redo.append(effect) } else { stacks.undo.append(effect) }
    self.stacks[scope] = stacks
    note(moved: effect.moved, in: scope)
    return true
  }
}
