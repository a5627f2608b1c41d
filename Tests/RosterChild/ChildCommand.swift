import Foundation
import RosterTestKit

/// A process that tests start beside them: to kill it, or because it may not do what they may.
///
///     RosterChild PART ARGUMENT…
///
/// Each part of `ChildProgram.Part` is a type of its own. Exit codes: 0 good, 1 it failed, 2 wrong
/// arguments.
@main
struct ChildCommand {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let command = ([ChildProgram.Part.program] + arguments).joined(separator: " ")
    do {
      guard let part = arguments.first.flatMap(ChildProgram.Part.init(rawValue:)) else {
        throw WrongArguments(
          usage: ChildProgram.Part.allCases.map(usage(of:)).joined(separator: "\n"))
      }
      try await run(part, Array(arguments.dropFirst()))
    } catch let error as WrongArguments {
      complain("\(command): wrong arguments\n\(error.usage)")
      exit(2)
    } catch {
      complain("\(command): \(error)")
      exit(1)
    }
  }

  private static func run(_ part: ChildProgram.Part, _ arguments: [String]) async throws {
    switch part {
    case .store: try StoreChild.run(arguments)
    case .states: try await StateChild.run(arguments)
    case .joint: try await JointChild.run(arguments)
    case .application: try await ApplicationChild.run(arguments)
    case .rebuilding: try await RebuildingChild.run(arguments)
    case .together: try await TogetherChild.run(arguments)
    case .suspension: try await SuspensionChild.run(arguments)
    case .navigation: try await NavigationChild.run(arguments)
    case .writer: try await WriterChild.run(arguments)
    case .terminal: try TerminalChild.run(arguments)
    }
  }

  private static func usage(of part: ChildProgram.Part) -> String {
    switch part {
    case .store: StoreChild.usage
    case .states: StateChild.usage
    case .joint: JointChild.usage
    case .application: ApplicationChild.usage
    case .rebuilding: RebuildingChild.usage
    case .together: TogetherChild.usage
    case .suspension: SuspensionChild.usage
    case .navigation: NavigationChild.usage
    case .writer: WriterChild.usage
    case .terminal: TerminalChild.usage
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}

/// The arguments are none that a part takes.
struct WrongArguments: Error {
  /// Those that it takes, one line for each way to start it.
  var usage: String
}

/// Prints a line for the test that started this process, at once.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
