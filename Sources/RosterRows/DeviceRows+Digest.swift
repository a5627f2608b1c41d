package import RosterCore
internal import RosterJSON

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
