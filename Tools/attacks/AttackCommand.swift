import ArgumentParser

/// Attacks what Roster promises, at sizes that take too long for the tests.
///
/// Each subcommand is one kind of attack of `Tests/RosterAttacks`; the tests run the same attacks
/// with small sizes.
@main
struct AttackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roster-attack",
    abstract:
      """
      Attacks what Roster promises: power cuts, faults, kills, suspensions, damage, places, tables, derived lists, \
      messages, views, long runs.
      """,
    discussion: """
      Every attack is seeded: the same arguments give the same attack, and a failure prints what \
      repeats it. Progress is on standard error if that is a terminal, findings are on standard \
      output.

      Exit codes: 0 nothing was found, 1 a promise is broken, 2 wrong usage.
      """,
    subcommands: [
      PowerCutsCommand.self, FaultsCommand.self, KillsCommand.self, SuspensionsCommand.self,
      CorruptionCommand.self, PlacesCommand.self, TablesCommand.self, DerivedCommand.self,
      MessagesCommand.self, ViewsCommand.self, ProgramsCommand.self, LoadCommand.self,
    ])
}
