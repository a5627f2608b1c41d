/// Steps that are done one after the other to the lists of a new file, beside their models.
///
/// It is a value, so that one that finds something can be made shorter and written down:
///
///     let program = Program([
///       ProgramStep(.plain, .change(ProgramEdit(1, insertedSections: [0]))),
///       ProgramStep(.plain, .reopen),
///     ])
///     let failure = await ProgramRun.failure(of: program)
package struct Program: Sendable {
  package var steps: [ProgramStep]

  package init(_ steps: [ProgramStep]) { self.steps = steps }
}

extension Program: CustomStringConvertible {
  /// The program as Swift.
  package var description: String {
    "Program([\n" + steps.map { "  \($0.description),\n" }.joined() + "])"
  }
}

extension ProgramStep: CustomStringConvertible {
  /// The step as Swift.
  package var description: String { "ProgramStep(.\(source), \(action.text))" }
}

extension ProgramAction {
  /// The action as Swift.
  var text: String {
    switch self {
    case .change(let edit, .queued): ".change(\(edit.text))"
    case .change(let edit, let mode): ".change(\(edit.text), .\(mode))"
    case .become(let rows): ".become(\(rows.text))"
    case .count(let place, let number, let byAction):
      ".count(.\(place), by: \(number)\(byAction ? ", byAction: true" : ""))"
    case .undo: ".undo"
    case .redo: ".redo"
    case .burst(let actions): ".burst([\(actions.map(\.text).joined(separator: ", "))])"
    case .race(let one, let other): ".race(\(one.text), \(other.text))"
    case .elsewhere(let action): ".elsewhere(\(action.text))"
    case .failing(let call, let moment, let action):
      ".failing(.\(call), .\(moment), \(action.text))"
    case .reload(let section): ".reload(section: \(section.map { "\($0)" } ?? "nil"))"
    case .layout(let width): ".layout(width: \(width))"
    case .scroll(let offset, let length): ".scroll(offset: \(offset), length: \(length))"
    case .lookBack(let count): ".lookBack(\(count))"
    case .catchUp: ".catchUp"
    case .compact(let count): ".compact(keeping: \(count))"
    case .vacuum: ".vacuum"
    case .reopen: ".reopen"
    }
  }
}
