import ArgumentParser
import RosterEngine

struct UndoCommand: AsyncParsableCommand, ListCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take the last change of a list back, or all of its group.",
    discussion: """
      An undo is a new revision: nothing is lost, and redo brings back what was undone. What others have \
      changed since stays, and a line says how much of that there is. Exit code 1 if \
      there is nothing to undo, or if the change was made in other lists as well and --part-only is \
      missing.
      """)

  @OptionGroup var options: DatabaseOptions
  @OptionGroup var step: StepOptions

  func run() async throws { try await step.run(.undo, on: options) }
}
