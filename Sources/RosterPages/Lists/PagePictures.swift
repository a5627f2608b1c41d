internal import RosterComponents
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine
internal import RosterJSON

/// The pictures that a site fetches for its pages.
///
/// In what a page is sent, the address of a picture is replaced by `/images/KEY`. A key stands for an address
/// that was sent, and for nothing else, so the site fetches nothing that a client makes up.
final class PagePictures: Sendable {
  typealias Loader = @Sendable (String) async -> [UInt8]?

  private struct Contents {
    var load: Loader?
    var addresses: [String: String] = [:]
    /// The keys in the order in which they were given.
    var keys: [String] = []
  }

  private let contents = Guarded(Contents())

  /// As many addresses are known; the half that was sent first is forgotten then.
  static let addressCountMax = 1 << 16

  func setLoader(_ load: @escaping Loader) { contents.withLock { $0.load = load } }

  // MARK: Sending

  /// Returns what a page is sent of a view.
  func described(_ spec: ViewSpec) -> ViewSpec {
    guard spec.className == "image", let address = spec.attributes["source"]?.stringValue,
      ["http://", "https://", "/"].contains(where: address.hasPrefix), let key = key(of: address)
    else { return spec }
    var spec = spec
    spec.attributes["source"] = .string("/images/\(key)")
    return spec
  }

  /// Returns the key of an address; `nil` if the site fetches no pictures.
  private func key(of address: String) -> String? {
    contents.withLock { contents in
      guard contents.load != nil else { return nil }
      // The same in every process, so that a browser finds what it has kept.
      var key = FNV1a(of: address.utf8).hex
      // A key never stands for two addresses, also if one was made to have the hash of the other.
      while let known = contents.addresses[key], known != address { key += "0" }
      guard contents.addresses.updateValue(address, forKey: key) == nil else { return key }
      contents.keys.append(key)
      if contents.keys.count > Self.addressCountMax {
        for key in contents.keys.prefix(Self.addressCountMax / 2) { contents.addresses[key] = nil }
        contents.keys.removeFirst(Self.addressCountMax / 2)
      }
      return key
    }
  }

  // MARK: Answering

  /// Returns the answer to a request for a picture; `nil` if the key was not sent.
  func response(forKey key: String) async -> SiteResponse? {
    let (address, load) = contents.withLock { ($0.addresses[key], $0.load) }
    guard let address, let load else { return nil }
    guard let bytes = await load(address), let type = Self.mediaType(of: bytes) else {
      return .text(502, "The picture cannot be fetched.")
    }
    return SiteResponse(contentType: type, body: bytes, etag: FNV1a(of: bytes).hex)
  }

  /// Returns the media type of a picture by how it begins; `nil` if it is none that a page shows. What a
  /// server says of its type does not count.
  static func mediaType(of bytes: [UInt8]) -> String? {
    func begins(_ start: [UInt8], at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: start)
    }
    if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if begins([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) { return "image/webp" }
    if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) { return "image/gif" }
    return nil
  }
}
