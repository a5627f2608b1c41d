import ArgumentParser
import RosterCore
import RosterDerived
import RosterStore

struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy lists between files and PostgreSQL servers.",
    discussion: """
      A copy has the whole journal: revisions, states, identities, registered subscribers. It is \
      checked before it is written, so that a damaged list is not copied. All lists are as they were \
      at one time; each is written in one transaction. A derived list has the models of its sources, so it is \
      copied with all lists, and not alone. A list that is there already is not replaced. A \
      new file has its name when it is whole.
      """)

  @Argument(help: "The file, or postgres://user@host/database, to copy from.")
  var source: String

  @Argument(help: "The file, or postgres://user@host/database, to copy to.")
  var target: String

  @Option(help: "Copy only this list.")
  var list: String?

  @Option(name: .customLong("as"), help: "The name of the copy; with --list.")
  var newName: String?

  func validate() throws {
    guard newName == nil || list != nil else {
      throw ValidationError("--as is the new name of the list that --list names")
    }
  }

  func run() throws {
    let source = try DatabasePlace(source).open(isReadOnly: true)
    let lists = try source.lists().filter { list.map($0.name.isSameName) ?? true }
    if let list, lists.isEmpty {
      throw CommandFailure(ExitStatus.usage, "\(source.place): there is no list \(list.inQuotes)")
    }
    if let list, let derivation = try source.derivation(ofListNamed: list) {
      throw CommandFailure(
        ExitStatus.usage,
        "\(source.place), list \(list.inQuotes): the list is derived from \(derivation.sourceNames), so it is nothing alone; "
          + "copy all lists, or copy that one and open the derived list there with its definition"
      )
    }
    let newFile = try DatabasePlace(target).unfinishedFile()
    SignalledRemoval.begin(of: newFile?.files ?? [])
    let outputFile = OutputFile()
    do {
      let place = newFile.map { DatabasePlace($0.path) } ?? DatabasePlace(target)
      try copy(lists, of: source, to: place, printingTo: outputFile)
      try newFile?.finish()
    } catch {
      newFile?.remove()
      throw error
    }
    try outputFile.flush()
    try source.close()
  }

  private func copy(
    _ lists: [StoredListSummary], of source: OpenedDatabase, to place: DatabasePlace,
    printingTo outputFile: OutputFile
  ) throws {
    let target = try place.open(isReadOnly: false, create: true)
    let present = try target.lists().map(\.name)
    for copied in lists where present.contains(where: (newName ?? copied.name).isSameName) {
      throw CommandFailure(
        ExitStatus.usage,
        "\(target.place): there is a list \((newName ?? copied.name).inQuotes) already; nothing was copied"
      )
    }
    let last = try target.store.listNumbers().max() ?? 0
    let folder = try ScratchFolder()
    SignalledRemoval.begin(of: folder, files: StagedLists.fileNames)
    let staged = try StagedLists(list.map { [$0] }, of: source.store, in: folder)
    for copied in try staged.store.lists() {
      try staged.copy(copied.name, to: target.store, as: newName ?? copied.name, behind: last)
      try outputFile.writeLine(
        "\((newName ?? copied.name).inQuotesUnlessPlain)  revision \(copied.revision)  "
          + "\(copied.sectionCount.counting("section"))  \(copied.itemCount.counting("item"))")
    }
    try target.close()
  }
}
