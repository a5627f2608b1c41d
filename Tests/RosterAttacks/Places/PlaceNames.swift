/// The names in a folder, and where each leads: a naive model of how the system follows links.
struct PlaceNames {
  enum Entry: Equatable {
    case folder
    /// A file with lists, by number. It may have several names.
    case lists(Int)
    /// A file that is not Roster's.
    case stranger
    /// A symbolic link, with its text.
    case link(String)

    var isLink: Bool { if case .link = self { true } else { false } }
  }

  /// Where a path leads.
  enum Destination: Equatable {
    /// To a file with this name.
    case file(String)
    /// To a name that no file has yet.
    case nothing(String)
    /// To a folder, around in a ring, or to a folder that does not exist.
    case unreachable
  }

  /// The path of the folder.
  let root: String
  /// What there is, by name.
  var entries: [String: Entry] = ["home": .folder, "away": .folder]

  /// The folders that may not be entered, in which no name can be looked up.
  var closedFolders: Set<String> = []

  init(root: String) { self.root = root }

  /// The folders in which files are.
  static let folders = ["home", "away"]

  /// Returns the name of the folder of a file.
  static func folder(of name: String) -> String { String(name.prefix { $0 != "/" }) }

  /// The path of a name.
  func path(_ name: String) -> String { "\(root)/\(name)" }

  /// Returns where a name leads, part by part.
  ///
  ///     home/link -> ../away/list      home, link, .., away, list      away/list
  func destination(of name: String) -> Destination {
    var pending = Array(name.split(separator: "/").reversed())
    var place: [Substring] = []
    var linkCount = 0
    while let part = pending.popLast() {
      if closedFolders.contains(place.joined(separator: "/")) { return .unreachable }
      if part == "." { continue }
      if part == ".." {
        _ = place.popLast()
        continue
      }
      let name = (place + [part]).joined(separator: "/")
      switch entries[name] {
      case .folder: place.append(part)
      case .lists, .stranger: return pending.isEmpty ? .file(name) : .unreachable
      case nil: return pending.isEmpty ? .nothing(name) : .unreachable
      case .link(let text):
        linkCount += 1
        guard linkCount <= 40 else { return .unreachable }
        let isAbsolute = text.hasPrefix(root)
        if isAbsolute { place = [] }
        pending += text.dropFirst(isAbsolute ? root.count : 0).split(separator: "/").reversed()
      }
    }
    return .unreachable
  }

  /// The names of a file with lists.
  func names(of number: Int) -> [String] {
    entries.filter { $0.value == .lists(number) }.map(\.key).sorted()
  }

  /// The number of the lists under a name.
  func number(of name: String) -> Int? {
    guard case .lists(let number) = entries[name] else { return nil }
    return number
  }
}
