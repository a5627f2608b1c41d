package import RosterCore
internal import RosterJSON

extension SyncRole {
  /// The tables of the part.
  package var tables: [String] {
    switch self {
    case .device: ["sync_device", "sync_pending"]
    case .hub: ["sync_hub", "sync_loss", "sync_settled"]
    }
  }
}

extension DeviceRows {
  /// A digest of the rows, which the revision that writes them has in its user info: the journal has digests of its own.
  package var digest: String {
    var digest = Digest()
    for number in [device.revision, device.last, device.hubRevision] { digest.add(number) }
    for text in [device.opening, device.chain, device.hub, device.mark, device.base] {
      digest.add(text.map { .text($0) } ?? .null)
    }
    for change in pending {
      digest.add(change.number)
      for text in [change.opening, change.obstacle, change.change] {
        digest.add(text.map { .text($0) } ?? .null)
      }
    }
    return digest.text
  }
}

extension HubRows {
  /// A digest of the rows, as that of a device's.
  package var digest: String {
    var digest = Digest()
    digest.add(hub.revision)
    digest.add(.text(hub.name))
    // Rows of earlier formats have none, and keep their digest.
    if let digests = hub.digests { digest.add(.text(digests)) }
    for row in settled {
      for number in [row.number, row.after, row.through] { digest.add(number) }
      digest.add(.text(row.name))
    }
    // Between the rows of two tables.
    digest.add(Int?.none)
    for row in losses {
      for number in [row.number, row.change, row.lostCount] { digest.add(number) }
      digest.add(.text(row.name))
      digest.add(row.refusal.map { .text($0) } ?? .null)
    }
    return digest.text
  }
}

/// The revision that has written the rows of a part, and their digest: what the rows themselves say, or the journal.
package struct SyncedRows: Equatable, Sendable {
  package var revision: Revision
  package var digest: String

  /// - Parameter entry: What the journal has of a revision; `nil` if it has written no such rows.
  package init?(_ role: SyncRole, writtenBy entry: JournalEntry) {
    guard let digest = entry.annotation.syncDigest(of: role) else { return nil }
    (revision, self.digest) = (entry.revision, digest)
  }

  package init(_ rows: DeviceRows) { (revision, digest) = (rows.device.revision, rows.digest) }

  package init(_ rows: HubRows) { (revision, digest) = (rows.hub.revision, rows.digest) }
}

extension StoredRows {
  /// Returns what the rows of a part say; `nil` if there are none.
  package func syncedRows(of role: SyncRole) throws(Failure) -> SyncedRows? {
    switch role {
    case .device: try deviceRows().map { SyncedRows($0) }
    case .hub: try hubRows().map { SyncedRows($0) }
    }
  }
}
