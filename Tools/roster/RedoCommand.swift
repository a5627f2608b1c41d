import ArgumentParser
import RosterEngine

struct RedoCommand: AsyncParsableCommand, ListCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Bring back what was undone last, as long as nothing else was changed.",
    discussion: """
      Exit code 1 if there is nothing to redo, or if it was undone in other lists as well and --part-only \
      is missing.
      """)

  @OptionGroup var options: DatabaseOptions
  @OptionGroup var step: StepOptions

  func run() async throws { try await step.run(.redo, on: options) }
}
