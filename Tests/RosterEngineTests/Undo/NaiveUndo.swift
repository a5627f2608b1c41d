import RosterCore
import RosterEngine
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
    contents = changed
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
    let effect = contents.takeBack(last)
    if direction == .undo { stacks.redo.append(effect) } else { stacks.undo.append(effect) }
    self.stacks[scope] = stacks
    #expect(try NaiveContents(list.snapshot) == contents, context)
    return true
  }
}
