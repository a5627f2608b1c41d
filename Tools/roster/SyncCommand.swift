import ArgumentParser
import RosterCore
import RosterEngine
import RosterSync
import RosterWeb
import RosterJSON

struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Synchronize a list with a hub, once.",
    discussion: """
      The list becomes that of a device: what was changed in it since the last time goes to the hub, \
      and what the hub had comes back, until both are equal. One line says what became of each change: \
      confirmed, rebased without the parts whose items are gone, or refused with a reason; then the \
      list no longer has it. A change that is unsent, because it is too large, stays in the list with \
      those that were made after it, until it is given up with --discard.

      If the connection breaks, the list is as it was or further, and the command can be run again: \
      the hub takes each change once. Exit code 1 says that changes were refused or unsent, 3 that the hub could \
      not be reached or did not take the request.

      The command is part of builds with the trait Sync: swift run --traits Sync roster sync …
      """)

  @OptionGroup var options: DatabaseOptions

  @Argument(help: "The address of the hub, as roster hub prints it: https://hub.example.org")
  var hub: String

  @Option(help: "The name of the list at the hub; the same name if left out.")
  var hubList: String?

  @Option(help: "A file with the token that the hub wants to know.")
  var tokenFile: String?

  @Option(
    help:
      "A file in PEM with the certificates to trust, if those of the system do not know the hub.")
  var trust: String?

  @Option(
    help: ArgumentHelp(
      """
      Where the models have the keys of the items, such as id or author.id; needed if the list has keys. A \
      list without items gets them.
      """, valueName: "place"))
  var modelKey: ModelKeyPlace?

  @Option(
    help: ArgumentHelp(
      """
      A type of components whose states synchronize, by its name; may be given several times, and the \
      same ones each time. The last writer's state stays, also if the type merges states: only the \
      application can do that. Without it, all states stay on the device.
      """, valueName: "type"))
  var states: [String] = []

  @Option(
    help: ArgumentHelp(
      "Give up the change that was made as this revision, before synchronizing; may be given several times.",
      valueName: "revision"))
  var discard: [Int] = []

  @Flag(help: "Create the database and the list, if they do not exist: a new device.")
  var create = false

  @Option(help: "What is printed: text for people, ndjson for programs.")
  var output = ListingOutput.text

  @OptionGroup var logOptions: LogOptions

  func validate() throws {
    guard !create || options.list != nil else {
      throw ValidationError("--create makes the list that --list names")
    }
  }

  #if Sync
    func run() async throws {
      let token = try tokenFile.map { try TokenFile(path: $0).text() }
      let list = try openList()
      // Then everything is in the file itself, without files beside it.
      defer { try? list.database.close() }
      let source = try list.openForModels(
        modelKey, logOptions.configuration(list: list.name))
      let result: Result<[SyncOutcome], any Error>
      do {
        result = .success(
          try await synchronize(
            source, with: transport(to: hubList ?? list.name, token: token)))
      } catch {
        result = .failure(error)
      }
      let snapshot = source.snapshot
      await source.close()
      try report(try result.get(), list, snapshot)
    }

    private func openList() throws -> OpenedList {
      if create, let name = options.list {
        let database = try DatabasePlace(options.database).open(isReadOnly: false, create: true)
        _ = try database.list(named: name, create: true)
        try database.close()
      }
      return try options.openList(isReadOnly: false)
    }

    private func transport(to list: String, token: String?) throws -> HTTPSyncTransport {
      var configuration = HTTPSyncTransport.Configuration()
      configuration.trustedCertificates = trust
      do throws(HubError) {
        return try HTTPSyncTransport(hub, list: list, token: token, configuration: configuration)
      } catch {
        throw CommandFailure(ExitStatus.usage, "\(hub): \(error)")
      }
    }

    private func synchronize(
      _ source: ListDataSource<JSONValue, JSONValue, Never>, with transport: HTTPSyncTransport
    ) async throws -> [SyncOutcome] {
      do {
        let device = try SyncedList(
          source, with: transport, coding: .json, states: SyncedStates(lastWriterOf: states))
        for revision in discard {
          guard try await device.discard(revision) else {
            throw CommandFailure(
              ExitStatus.input,
              "\(options.place): no change of revision \(revision) is pending, so it cannot be given up"
            )
          }
        }
        return try await device.synchronize()
      } catch let error as HubError {
        throw CommandFailure(
          ExitStatus.input,
          "\(hub): \(error)"
            + (error.mayHaveArrived ? "; the hub may have the changes" : "; the hub has no changes")
        )
      } catch let error as SyncError {
        throw CommandFailure(ExitStatus.input, "\(options.place): \(error)")
      }
    }

    /// Prints what became of the changes.
    private func report(
      _ outcomes: [SyncOutcome], _ list: OpenedList,
      _ snapshot: ListSnapshot<JSONValue, JSONValue>
    ) throws {
      let outputFile = OutputFile()
      for outcome in outcomes {
        switch output {
        case .text: try outputFile.writeLine(outcome.text)
        case .ndjson: try outputFile.writeLine(.object(outcome.json))
        }
      }
      switch output {
      case .text:
        try Listing(
          list: list, snapshot: snapshot, showsStates: false, output: output,
          outputFile: outputFile
        ).printHeadline()
      case .ndjson:
        try outputFile.writeLine([
          "end": [
            "revision": .number(Double(snapshot.revision)),
            "sections": .number(Double(snapshot.state.sectionCount)),
            "items": .number(Double(snapshot.state.itemCount)),
          ]
        ])
      }
      try outputFile.flush()
      let refusedCount = outcomes.count { if case .refused = $0.kind { true } else { false } }
      guard refusedCount == 0 else {
        throw CommandFailure(
          ExitStatus.finding,
          "\(hub): \(refusedCount) of \(outcomes.count) changes were refused; the list no longer has "
            + "them")
      }
      for outcome in outcomes {
        guard case .unsent = outcome.kind else { continue }
        throw CommandFailure(
          ExitStatus.finding,
          "\(hub): the change of revision \(outcome.revision) cannot be sent, and those made after it wait; "
            + "--discard \(outcome.revision) gives it up")
      }
    }
  #else
    func run() async throws {
      throw CommandFailure(
        ExitStatus.input,
        "this build cannot reach a hub; run the command with it: swift run --traits Sync roster sync …"
      )
    }
  #endif
}

extension SyncOutcome {
  /// The outcome for people.
  fileprivate var text: String {
    switch kind {
    case .confirmed: "revision \(revision)  confirmed"
    case .rebased(let lostCount): "revision \(revision)  rebased without \(lostCount) of its parts"
    case .refused(let reason): "revision \(revision)  refused: \(reason)"
    case .unsent(let reason): "revision \(revision)  unsent: \(reason)"
    }
  }

  /// The outcome for programs.
  fileprivate var json: JSONObject {
    var json: JSONObject = ["revision": .number(Double(revision))]
    switch kind {
    case .confirmed: json["outcome"] = "confirmed"
    case .rebased(let lostCount):
      json["outcome"] = "rebased"
      json["lost"] = .number(Double(lostCount))
    case .refused(let reason):
      json["outcome"] = "refused"
      json["reason"] = .string(reason)
    case .unsent(let reason):
      json["outcome"] = "unsent"
      json["reason"] = .string(reason)
    }
    return json
  }
}
