/// A path in a git tree, split into its folder and its name.
struct GitPath: Hashable, Sendable {
  /// The folder "." of the files without a folder.
  static let rootFolder = ByteString(bytes: [UInt8(ascii: ".")])

  var folder: ByteString
  var name: ByteString

  init(folder: ByteString, name: ByteString) {
    self.folder = folder
    self.name = name
  }

  init(bytes: some BidirectionalCollection<UInt8>) {
    if let slash = bytes.lastIndex(of: UInt8(ascii: "/")) {
      folder = ByteString(bytes: Array(bytes[..<slash]))
      name = ByteString(bytes: Array(bytes[bytes.index(after: slash)...]))
    } else {
      folder = Self.rootFolder
      name = ByteString(bytes: Array(bytes))
    }
  }

  /// The whole path.
  var bytes: [UInt8] {
    folder == Self.rootFolder ? name.bytes : folder.bytes + [UInt8(ascii: "/")] + name.bytes
  }

  /// The path as text in models.
  var text: String { GitPathText.text(of: bytes) }
}
