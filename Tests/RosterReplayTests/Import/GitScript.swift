/// Commits in the words of `git fast-import`, which needs no work tree and takes every path.
struct GitScript {
  /// What a commit does to a path.
  enum Step {
    case write(Path, String, mode: String = "100644")
    case submodule(Path, commit: String)
    case delete(Path)
    case rename(Path, to: Path)
  }

  /// A path, which need not be UTF-8.
  struct Path: ExpressibleByStringLiteral {
    var bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(stringLiteral text: String) { bytes = Array(text.utf8) }

    /// In quotation marks, all but letters and digits as octal digits.
    var quoted: String {
      let characters = bytes.map { byte in
        let scalar = Unicode.Scalar(byte)
        if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
          return String(scalar)
        }
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
      return "\"\(characters.joined())\""
    }
  }

  private(set) var stream = "reset refs/heads/main\n"
  private var commitCount = 0

  init() {}

  /// Makes a script whose commits follow each other on one branch.
  init(_ commits: [Step]...) {
    for steps in commits { commit(steps) }
  }

  /// Adds a commit and returns its mark, for `parents` of later ones.
  ///
  /// - Parameter parents: The marks of the parents; the last commit of the branch if `nil`.
  @discardableResult
  mutating func commit(
    _ steps: [Step], parents: [Int]? = nil, date: String = "1700000000 +0130",
    branch: String = "main"
  ) -> Int {
    commitCount += 1
    stream += "commit refs/heads/\(branch)\nmark :\(commitCount)\n"
    stream += "author A <a@example.org> 1600000000 +0000\n"
    stream += "committer C <c@example.org> \(date)\ndata 0\n"
    if let parents, let first = parents.first {
      stream += "from :\(first)\n"
      for parent in parents.dropFirst() { stream += "merge :\(parent)\n" }
    }
    for step in steps { stream += text(of: step) }
    stream += "\n"
    return commitCount
  }

  private func text(of step: Step) -> String {
    switch step {
    case .write(let path, let content, let mode):
      "M \(mode) inline \(path.quoted)\ndata \(content.utf8.count)\n\(content)\n"
    case .submodule(let path, let commit): "M 160000 \(commit) \(path.quoted)\n"
    case .delete(let path): "D \(path.quoted)\n"
    case .rename(let path, let target): "R \(path.quoted) \(target.quoted)\n"
    }
  }
}
