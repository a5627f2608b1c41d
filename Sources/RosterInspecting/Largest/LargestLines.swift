import RosterCore
import RosterJSON
import RosterPages
package import RosterRows

/// What a scan has found, in lines for people:
///
///     largest rows
///       40012 bytes  3:7  {"title":"Minutes","body":"Present: Ann, Ben, …
///         312 bytes  0:0  {"title":"Agenda"}
///     revisions that wrote most
///       40390 bytes  revision 62, 2024-05-06 07:08:09 UTC, by "alice": 1 item updated
///     revisions that changed most
///       120 changes  revision 1, 2024-05-01 09:00:00 UTC: 120 items inserted
///     who reads the journal
///       "index" has seen revision 2: 60 revisions behind, for which 41206 bytes are kept
///     slowest commits
///       the journal does not say; the inspector of the program that commits does
package struct LargestLines {
  package private(set) var lines: [String] = []

  /// Longer models and names are cut. A single character may have any number of bytes.
  private static let textByteCountMax = 60

  private let list: any InspectableStorage

  /// - Parameters:
  ///   - list: The list that was scanned.
  ///   - scan: What was found.
  ///   - subscriberCountMax: The most subscribers that are named.
  /// - Throws: `StorageError` if the journal cannot be read.
  package init(
    _ list: any InspectableStorage, _ scan: LargestScan, subscriberCountMax: Int
  ) throws {
    self.list = list
    addRows(scan.rows)
    try add("revisions that wrote most", scan.revisionsByBytes, "byte") {
      $0["written"] ?? $0["bytes"]
    }
    try add("revisions that changed most", scan.revisionsByChanges, "change") { $0["changes"] }
    addSubscribers(scan, countMax: subscriberCountMax)
    lines += [
      "slowest commits",
      "  the journal does not say; the inspector of the program that commits does",
    ]
  }

  private mutating func addRows(_ rows: [JSONValue]) {
    let fields = RowFields(rows.compactMap { $0["model"] })
    add(
      "largest rows", "byte",
      rows.map { row in
        let place = row["place"]?.arrayValue?.map(\.canonicalText).joined(separator: ":") ?? "gone"
        let model = row["model"] ?? .null
        let text = fields?.line(of: model) ?? model.withoutData.canonicalText
        return (
          row["bytes"]?.intValue ?? 0,
          "\(place)  \(text.shortened(byteCountMax: Self.textByteCountMax))"
        )
      })
  }

  private mutating func add(
    _ heading: String, _ revisions: [JSONValue], _ unit: String,
    sizeOf size: (JSONValue) -> JSONValue?
  ) throws {
    add(
      heading, unit,
      try revisions.map { json in
        let revision = json["revision"]?.intValue ?? 0
        // Another process may have removed it from the journal since.
        let row = try list.journalRows(revision...revision, limit: 1).first
        return (
          size(json)?.intValue ?? 0,
          row.flatMap { RevisionSummary($0).forms.first } ?? "revision \(revision)"
        )
      })
  }

  /// Adds lines with sizes in a column.
  private mutating func add(_ heading: String, _ unit: String, _ parts: [(size: Int, text: String)])
  {
    lines.append(heading)
    if parts.isEmpty { lines.append("  none") }
    let sizes = parts.map { "\($0.size) \(unit)\($0.size == 1 ? " " : "s")" }
    let width = sizes.map(\.utf8.count).max() ?? 0
    for (size, part) in zip(sizes, parts) {
      let space = String(repeating: " ", count: width - size.utf8.count)
      lines.append("  \(space)\(size)  \(part.text)")
    }
  }

  private mutating func addSubscribers(_ scan: LargestScan, countMax: Int) {
    lines.append("who reads the journal")
    for subscriber in scan.subscribers.prefix(countMax) {
      let name = (subscriber["name"]?.stringValue ?? "").shortened(
        byteCountMax: Self.textByteCountMax)
      lines.append("  \(name.inQuotes) \(Self.lag(of: subscriber))")
    }
    let rest = scan.subscriberCount - min(countMax, scan.subscribers.count)
    if rest > 0 { lines.append("  and \(rest) more") }
    if scan.subscriberCount == 0 { lines.append("  none, so no revision is kept for a subscriber") }
  }

  private static func lag(of subscriber: JSONValue) -> String {
    let (seen, lag) = (subscriber["revision"]?.intValue ?? 0, subscriber["lag"]?.intValue ?? 0)
    let place = "has seen revision \(seen)"
    guard lag > 0 else { return "\(place), the last one" }
    let behind = "\(place): \(lag) revision\(lag == 1 ? "" : "s") behind"
    guard let bytes = subscriber["bytes"]?.intValue else { return behind }
    let atLeast = subscriber["bytesAtLeast"]?.boolValue == true ? "at least " : ""
    return
      "\(behind), for which \(atLeast)\(bytes) byte\(bytes == 1 ? " is" : "s are") kept"
  }
}
