import ArgumentParser
import RosterCore
import RosterInspecting
import RosterJSON
import RosterPages
import RosterRows

/// Which revisions of a list are looked for, as the inspector looks for them.
struct RevisionQuestion: ParsableArguments {
  @Option(
    help:
      "Print a line for each revision whose origin has this text, the newest first, in place of the log."
  )
  var origin: String?

  @Option(help: "The same for revisions whose group has this text.")
  var group: String?

  @Option(
    help:
      "The same for revisions that wrote or removed a model with this text, or say it in their user info."
  )
  var text: String?

  private var parameters: [String: String] {
    ["origin": origin, "group": group, "text": text].compactMapValues(\.self)
  }

  /// Whether revisions are looked for.
  var isAsked: Bool { !parameters.isEmpty }

  /// Prints the revisions that are all of what was given, and says on standard error if some could not be searched.
  ///
  /// - Throws: A failure if the question is refused, or the journal cannot be read.
  func print(_ list: any InspectableStorage, at place: String, to outputFile: OutputFile)
    async throws
  {
    let inspector = ListInspector(list)
    var query = parameters
    var before = Int.max
    var (partCount, unreadableCount) = (0, 0)
    repeat {
      let response = await inspector.respond(to: SiteRequest(path: ["search"], query: query))
      let answer = try JSONParser().parse(String(decoding: response.body, as: UTF8.self))
      guard response.status == 200 else {
        throw CommandFailure(
          response.status == 400 ? ExitStatus.usage : ExitStatus.database,
          "\(place): \(answer["error"]?.stringValue ?? "the journal cannot be searched")")
      }
      partCount += answer["partly"]?.intValue ?? 0
      unreadableCount += answer["unreadable"]?.intValue ?? 0
      for found in answer["revisions"]?.arrayValue ?? [] {
        guard let revision = found["revision"]?.intValue,
          let row = try list.journalRows(revision...revision, limit: 1).first
        else { continue }
        let group = row.group.map { ", of group \($0.shortened(byteCountMax: 80).inQuotes)" } ?? ""
        try outputFile.writeLines([(RevisionSummary(row).forms.first ?? "") + group])
      }
      let next = answer["next"]?.intValue
      // Each answer leads further back, whatever the journal says.
      guard let next, next < before else { break }
      before = next
      query["before"] = "\(next)"
    } while true
    if partCount > 0 {
      StandardStreams.complain(
        "roster: \(place): \(partCount.counting("revision")) changed too much to be searched whole")
    }
    if unreadableCount > 0 {
      StandardStreams.complain(
        "roster: \(place): \(unreadableCount.counting("revision")) cannot be read")
    }
  }
}
