import ArgumentParser
import RosterCore
import RosterEngine
import RosterSync
import RosterWeb
import RosterJSON

struct HubCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hub",
    abstract: "Synchronize the lists of a database with devices that work offline.",
    discussion: """
      The first line of the output is the address. Devices give it to roster sync, or to the transport \
      of an application. The hub ends with Ctrl-C. It keeps nothing but the lists: end it, kill it and \
      start it as you like, and start as many as you like for the same lists, behind a balancer.

      Only this machine can reach the hub, unless --address names another address. Then a token is \
      needed: it is printed once, or read from the file of --token-file, which is made if it does not \
      exist. Without --certificate, everything that is sent to other machines can be read on the way.

      The command is part of builds with the trait Web: swift run --traits Web roster hub …
      """)

  @OptionGroup var options: HubLists

  @OptionGroup var listening: ListeningOptions

  @Option(
    help: """
      A file with a token that opens only one list, as NAME=FILE; may be given several times. It is \
      made if it does not exist.
      """)
  var listToken: [ListToken] = []

  @Flag(
    help: """
      Requests come through a balancer, so that many of them come from one address: bound none by \
      its address. Name the balancer's host with --allow-host.
      """)
  var behindBalancer = false

  @OptionGroup var logOptions: LogOptions

  #if Web
    func run() async throws {
      var configuration = listening.configuration(behindBalancer ? .hubBehindBalancer : .hub)
      let tokens = try listToken.reduce(into: [:]) { tokens, option in
        tokens[option.list] = try TokenFile(path: option.path).token()
      }
      if tokens.isEmpty || listening.tokenFile != nil {
        configuration.token = try listening.token(for: configuration)
      }
      let failures = AsyncStream<StorageError>.makeStream()
      let (site, lists) = try options.open(logOptions, tokens: tokens) { list, error in
        StandardStreams.complain("roster: \(list): \(error)".withoutPasswords)
        // What another list or file has taken the place of is not read again.
        if let error = error as? StorageError,
          [.replaced, .closed].contains(error.code)
        {
          failures.continuation.yield(error)
        }
      } onRecovery: { list in
        StandardStreams.complain("roster: \(list): the list can be used again")
      }
      let server = WebServer(site, configuration: configuration)
      let token = configuration.token
      try await server.runUntilSignalled(
        beside: { for await failure in failures.stream { throw failure } },
        closing: {
          failures.continuation.finish()
          await lists.close()
        },
        whenBound: { url in
          listening.announce(
            url, token, lists.names,
            "is the hub of \(lists.names.map(\.inQuotesUnlessPlain).joined(separator: ", ")) of \(options.place)"
          )
        })
      try listening.printCounts(server.counts)
    }
  #else
    func run() async throws {
      throw CommandFailure(
        ExitStatus.input,
        "this build has no hub; run the command with it: swift run --traits Web roster hub …")
    }
  #endif
}

/// A list and the file with its token.
struct ListToken: ExpressibleByArgument {
  let list: String
  let path: String

  init?(argument: String) {
    guard let end = argument.lastIndex(of: "="), end > argument.startIndex,
      end < argument.index(before: argument.endIndex)
    else { return nil }
    list = String(argument[..<end])
    path = String(argument[argument.index(after: end)...])
  }
}

/// A database whose lists are synchronized: the named one, or all.
struct HubLists: ParsableArguments {
  @Argument(help: "The database file, or postgres://user@host/database.")
  var database: String

  @Option(help: "The list to synchronize; all lists of the database if left out.")
  var list: String?

  @Option(
    help: """
      What devices remember the hub by, so that they refuse another one; the same for all hubs of \
      the same lists. The lists have only their own names if left out.
      """)
  var name: String?

  @Flag(help: "Create the database and the list, if they do not exist.")
  var create = false

  @Option(
    help: ArgumentHelp(
      """
      Where the models have the keys of the items, such as id or author.id; needed for a list that has keys. \
      LIST=PLACE says it of one list; may be given several times. A list without items gets them.
      """, valueName: "place"))
  var modelKey: [ListModelKey] = []

  func validate() throws {
    guard !create || list != nil else {
      throw ValidationError("--create makes the list that --list names")
    }
  }

  /// The database as messages show it, without a password.
  var place: String { DatabasePlace(database).shown }

  #if Web
    /// Opens the lists so that they follow those who write them.
    func open(
      _ logOptions: LogOptions, tokens: [String: AccessToken],
      onFailure: @escaping @Sendable (String, any Error) -> Void,
      onRecovery: @escaping @Sendable (String) -> Void
    ) throws -> (site: HubSite, lists: FollowedLists) {
      let opened = try DatabasePlace(database).open(isReadOnly: false, create: create)
      if create, let list { _ = try opened.list(named: list, create: true) }
      let names = try opened.lists().map(\.name).filter { list.map($0.isSameName) ?? true }
      if let unknown = modelKey.compactMap(\.list).first(where: { !names.contains($0) }) {
        throw CommandFailure(
          ExitStatus.usage, "\(place): --model-key names \(unknown.inQuotes), which is not served")
      }
      for (index, name) in names.enumerated() {
        // As Swift compares them: an accented letter may be one scalar or two.
        guard let other = names[..<index].first(where: { $0 == name }) else { continue }
        throw CommandFailure(
          ExitStatus.usage,
          "\(place): the names of the lists \(other.inQuotes) and \(name.inQuotes) differ only in how letters are "
            + "written, so in an address they are one; serve one of the lists with --list")
      }
      let lists = try FollowedLists(
        list, of: opened, place: place, configuration: { logOptions.configuration(list: $0) },
        open: { try $0.openForModels(modelKey(of: $0), $1) })
      if let unknown = tokens.keys.first(where: { !lists.names.contains($0) }) {
        throw CommandFailure(
          ExitStatus.usage, "\(place): --list-token names \(unknown.inQuotes), which is not served")
      }
      let site = HubSite(onFailure: onFailure, onRecovery: onRecovery)
      for (list, source) in lists.sources {
        let hub = SyncHub(source, name: name.map { "\($0)/\(list)" } ?? list, coding: .json)
        do throws(HubError) {
          try site.add(hub, named: list, token: tokens[list])
        } catch {
          throw CommandFailure(ExitStatus.usage, "\(place): \(error)")
        }
      }
      return (site, lists)
    }

    /// Where the models of a list have its keys; `nil` if no option says it.
    private func modelKey(of opened: OpenedList) throws -> ModelKeyPlace? {
      if let named = modelKey.last(where: { $0.list == opened.name }) { return named.place }
      // One place for all is meant for those that have keys.
      guard try list != nil || opened.hasKeys() else { return nil }
      return modelKey.last { $0.list == nil }?.place
    }
  #endif
}
