extension PowerCutWorkload {
  static let rows = PowerCutWorkload(
    "rows", "an application writes rows, the list of their table, and a list of its own at once",
    steps: ApplicationStep.writes)

  static let notes = PowerCutWorkload(
    "notes", "rows that an application has noted are taken up, at once and when it starts again",
    steps: ApplicationStep.notes)

  static let installation = PowerCutWorkload(
    "installation",
    "an application makes the tables of lists, migrates a table that is one, and removes them, twice",
    steps: ApplicationStep.installations)

  /// What an attack must find.
  package static let apart = PowerCutWorkload(
    "apart", "an application writes rows, and then the lists", steps: ApplicationStep.writesApart)
}
