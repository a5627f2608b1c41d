import ArgumentParser
import RosterAttacks

struct TablesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tables",
    abstract: "Writes tables that are lists by random statements.",
    discussion: """
      Each seed writes three tables: with conflicts of all kinds, cascades, triggers of the application, \
      savepoints, rollbacks and migrations, by the application's connection, by writes of rows and lists in \
      one transaction, by another connection, and by the program sqlite3 if it is installed. After each step the \
      list has the rows of the table, in the order in which it has seen them. The same statements are run \
      beside a table that is no list, and give the same rows, errors and counts.

      The command ends with the first finding.
      """)

  @Option(help: "The first seed.")
  var seed: UInt64 = 0

  @Option(help: "How many statements to run at least.")
  var statements = 1_000_000

  @Option(help: "The number of steps of each seed on each table.")
  var steps = 200

  func validate() throws {
    guard statements > 0, steps > 0 else {
      throw ValidationError("--statements and --steps are at least 1.")
    }
  }

  func run() async throws {
    let progress = AttackProgress()
    var (next, count) = (seed, 0)
    while count < statements {
      for schema in TableAttack.schemas {
        progress.show("seed \(next), \(count) of \(statements) statements")
        var (finding, statementCount) = try await TableAttack(schema: schema, stepCount: steps)
          .run(seed: next)
        if finding == nil {
          let attack = TriggerAttack(schema: schema, statementCount: statementCount)
          finding = try await attack.finding(seed: next)
          statementCount *= 2
        }
        if let finding {
          progress.clear()
          print(finding)
          throw ExitCode(1)
        }
        count += statementCount
      }
      next += 1
    }
    progress.clear()
    print("\(count) statements of \(next - seed) seeds from \(seed): nothing was found")
  }
}
