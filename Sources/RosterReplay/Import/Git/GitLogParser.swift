/// Parses the output of `git log --raw -z --no-abbrev --format='%H %cI %an<%s'`, in chunks that end
/// anywhere:
///
///     <hash> <date> <author>"<"<title> NUL
///     LF :<mode> <mode> <blob> <blob> <status> NUL <path> NUL
///     :<mode> <mode> <blob> <blob> R<score> NUL <source path> NUL <target path> NUL
///
/// A token has at most `tokenByteCountMax` bytes. Git itself reads no path above 4,096 bytes from a
/// work tree. Titles may be longer, since their beginning is enough.
///
/// A commit is complete when the next one starts, or when git has ended successfully.
package struct GitLogParser {
  private var bytes: [UInt8] = []
  /// The start of the next token in `bytes`.
  private var position = 0
  private var commit: GitCommit?
  /// The change whose paths follow.
  private var entry: GitLogEntry?

  private static let tokenByteCountMax = 1 << 20

  /// Makes a parser to which nothing was fed.
  package init() {}

  /// Appends a chunk.
  package mutating func feed(_ chunk: [UInt8]) {
    bytes.removeSubrange(..<position)
    position = 0
    bytes.append(contentsOf: chunk)
  }

  /// Returns the next complete commit, or `nil` if it needs more input.
  package mutating func nextCommit() throws(ImportError) -> GitCommit? {
    while let token = nextToken() {
      if let whole = try take(bytes[token]) { return whole }
    }
    if bytes.count - position > Self.tokenByteCountMax { shortenTitle() }
    guard bytes.count - position <= Self.tokenByteCountMax else {
      throw malformed("a path has more than \(Self.tokenByteCountMax) bytes, which is the limit")
    }
    return nil
  }

  /// Returns the last commit, or `nil` if there was none. Call it after git has ended successfully.
  package mutating func lastCommit() throws(ImportError) -> GitCommit? {
    guard position == bytes.count, entry == nil else {
      throw malformed("git's output ends in the middle of an entry")
    }
    return commit.take()
  }

  private mutating func nextToken() -> Range<Int>? {
    guard let end = bytes[position...].firstIndex(of: 0) else { return nil }
    defer { position = end + 1 }
    return position..<end
  }

  /// Drops what is not needed of a title that has not ended.
  private mutating func shortenTitle() {
    let token = bytes[position...].drop { $0 == UInt8(ascii: "\n") }
    guard entry == nil, token.first != UInt8(ascii: ":"),
      let start = token.firstIndex(of: UInt8(ascii: "<"))
    else { return }
    bytes.removeSubrange(min(start + 1 + Self.wordsByteCountMax, bytes.count)...)
  }

  /// Takes a token, and returns the commit that it ends.
  private mutating func take(_ token: ArraySlice<UInt8>) throws(ImportError) -> GitCommit? {
    if entry != nil {
      takePath(token)
      return nil
    }
    // Git prints a line feed between a commit and its changes.
    let token = token.drop { $0 == UInt8(ascii: "\n") }
    if token.isEmpty { return nil }
    if token.first == UInt8(ascii: ":") {
      guard commit != nil, let entry = GitLogEntry(String(decoding: token, as: UTF8.self)) else {
        throw malformed("git printed a change that this version does not know", token)
      }
      self.entry = entry
      return nil
    }
    let whole = commit
    commit = try header(token)
    return whole
  }

  private mutating func takePath(_ token: ArraySlice<UInt8>) {
    guard let change = entry?.take(GitPath(bytes: token)) else { return }
    commit?.changes.append(change)
    entry = nil
  }

  private func header(_ token: ArraySlice<UInt8>) throws(ImportError) -> GitCommit {
    let parts = token.split(
      separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard let hash = parts.first, !hash.isEmpty, hash.allSatisfy(Self.isHexDigit) else {
      throw malformed("git printed something that is no commit", token)
    }
    var commit = GitCommit(hash: String(decoding: hash, as: UTF8.self))
    if parts.count > 1, !parts[1].isEmpty { commit.committedAt = Self.date(parts[1]) }
    if parts.count > 2 {
      // No name has this sign, which stands before an address in git's own objects.
      let words = parts[2].split(
        separator: UInt8(ascii: "<"), maxSplits: 1, omittingEmptySubsequences: false)
      commit.author = words.first.flatMap(Self.words)
      commit.title = words.count > 1 ? Self.words(words[1]) : nil
    }
    return commit
  }

  /// The beginning of what people have written: a title may be as long as a text. `nil` if it is empty.
  private static func words(_ bytes: ArraySlice<UInt8>) -> String? {
    if bytes.isEmpty { return nil }
    let beginning = String(decoding: bytes.prefix(wordsByteCountMax), as: UTF8.self)
    return String(String.UnicodeScalarView(beginning.unicodeScalars.prefix(scalarCountMax)))
  }

  private static let scalarCountMax = 120
  /// A scalar has at most four bytes.
  private static let wordsByteCountMax = 4 * scalarCountMax

  /// Newer versions of git print `Z` for an offset of zero; the result is the same for all
  /// versions.
  private static func date(_ text: ArraySlice<UInt8>) -> String {
    text.last == UInt8(ascii: "Z")
      ? String(decoding: text.dropLast(), as: UTF8.self) + "+00:00"
      : String(decoding: text, as: UTF8.self)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    Unicode.Scalar(byte).properties.isASCIIHexDigit
  }

  private func malformed(_ message: String, _ token: ArraySlice<UInt8> = []) -> ImportError {
    let place = commit.map { "after commit \($0.hash)" } ?? "before the first commit"
    let text = token.isEmpty ? "" : ": " + String(decoding: token.prefix(200), as: UTF8.self)
    return ImportError(.malformed, "\(place), \(message)\(text)")
  }
}

/// A change in the raw form, `:100644 100755 <blob> <blob> M`, whose paths have not been read yet.
struct GitLogEntry {
  private enum Status: Character {
    case added = "A"
    case copied = "C"
    case deleted = "D"
    case modified = "M"
    case renamed = "R"
    case typeChanged = "T"
  }

  private let status: Status
  private let object: GitObject
  private var sourcePath: GitPath?

  init?(_ text: String) {
    let fields = text.dropFirst().split(separator: " ")
    guard fields.count == 5, let status = fields[4].first.flatMap(Status.init) else { return nil }
    self.status = status
    object = GitObject(mode: String(fields[1]), hash: String(fields[3]))
  }

  /// Takes the next path, and returns the change if that was the last one.
  mutating func take(_ path: GitPath) -> GitFileChange? {
    switch status {
    case .added: return .inserted(path, object)
    case .deleted: return .removed(path)
    case .modified, .typeChanged: return .updated(path, object)
    case .copied, .renamed:
      guard let sourcePath else {
        sourcePath = path
        return nil
      }
      // The copied file itself stays where it was.
      return status == .copied ? .inserted(path, object) : .moved(sourcePath, to: path, object)
    }
  }
}
