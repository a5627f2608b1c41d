import ArgumentParser
import RosterAttacks

struct MessagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "messages",
    abstract: "Sends a hub and its devices messages that none of them sends.",
    discussion: """
      Every number, text, array and nesting of a request and of an answer is replaced in turn, and the message \
      gets the digest that it then has. What is refused must leave the file byte for byte as it was; whatever \
      is taken, honest devices and hubs go on with the files.

      A finding names its number: --first and --count 1 repeat it.
      """)

  @Option(
    help:
      "Which messages: \(MessageAttack.Side.allCases.map(\.rawValue).joined(separator: " or ")).")
  var side = MessageAttack.Side.requests

  @Option(help: "The number of the first mutation.")
  var first = 0

  @Option(help: "How many mutations to try; all if left out.")
  var count: Int?

  func validate() throws {
    guard first >= 0, count ?? 0 >= 0 else {
      throw ValidationError("--first and --count are not negative")
    }
  }

  func run() throws {
    let attack = try MessageAttack(side)
    let end = min(
      attack.count, count.map { first.addingReportingOverflow($0).partialValue } ?? .max)
    let progress = AttackProgress()
    var findingCount = 0
    for number in first..<max(first, end) {
      if let finding = attack.finding(number: number) {
        print("\(number): \(finding)")
        findingCount += 1
      }
      progress.show("messages: \(number + 1) of \(attack.count)")
    }
    progress.clear()
    print(
      "\(max(0, end - first)) of \(attack.count) mutated \(side.rawValue), \(findingCount) findings"
    )
    if findingCount > 0 { throw ExitCode(1) }
  }
}

extension MessageAttack.Side: ExpressibleByArgument {}
