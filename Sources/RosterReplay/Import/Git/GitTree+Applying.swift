import RosterCore
import RosterJSON

extension GitTree {
  private typealias Builder = Changeset<JSONValue, JSONValue>.Builder

  /// Changes the tree to that of the next commit.
  ///
  /// Sources are looked up in the tree before the commit and targets in the tree after it, so that
  /// a file may be renamed to a path that another one leaves.
  ///
  /// - Returns: The changeset that makes the same change to the list.
  /// - Throws: A `Misfit`. The tree must not be used afterwards.
  /// - Complexity: O(*k* log *n*) for *k* changes, and a pass over each array whose length changes.
  mutating func apply(_ changes: [GitFileChange]) throws -> Changeset<JSONValue, JSONValue> {
    try Changeset { builder in
      var edits: [ByteString: GitFolderEdit] = [:]
      var arrivals: [Arrival] = []
      for change in changes {
        guard let arrival = try take(change, &edits, &builder) else { continue }
        edits[arrival.path.folder, default: GitFolderEdit()].arrive(arrival.file)
        arrivals.append(arrival)
      }
      try edit(edits, &builder)
      for arrival in arrivals { try report(arrival, to: &builder) }
    }
  }

  /// A file that arrives at its path.
  private struct Arrival {
    var path: GitPath
    var object: GitObject
    /// Its path in the source, if it was renamed.
    var sourcePath: ItemPath?

    var file: GitFile { GitFile(name: path.name, object: object) }
  }

  /// Applies a change to the source, and returns what remains to be done in the target.
  private mutating func take(
    _ change: GitFileChange, _ edits: inout [ByteString: GitFolderEdit], _ builder: inout Builder
  ) throws -> Arrival? {
    switch change {
    case .inserted(let path, let object):
      return Arrival(path: path, object: object)
    case .updated(let path, let object):
      let sourcePath = try itemPath(of: path)
      folders[sourcePath.section].files[sourcePath.item].object = object
      builder.updateItem(at: sourcePath, model(at: sourcePath))
      return nil
    case .removed(let path):
      let sourcePath = try itemPath(of: path)
      edits[path.folder, default: GitFolderEdit()].depart(sourcePath.item)
      builder.removeItem(at: sourcePath)
      return nil
    case .moved(let path, let target, let object):
      let sourcePath = try itemPath(of: path)
      edits[path.folder, default: GitFolderEdit()].depart(sourcePath.item)
      return Arrival(path: target, object: object, sourcePath: sourcePath)
    }
  }

  /// Edits the folders, adds new ones, and removes those that have become empty.
  private mutating func edit(
    _ edits: [ByteString: GitFolderEdit], _ builder: inout Builder
  ) throws {
    var emptied: [Int] = []
    var newFolders: [GitFolder] = []
    for (name, edit) in edits.sorted(by: { $0.key < $1.key }) {
      if let section = folders.index(of: name) {
        try edit.apply(to: &folders[section])
        if folders[section].files.count == 0 { emptied.append(section) }
      } else {
        var folder = GitFolder(name: name)
        try edit.apply(to: &folder)
        newFolders.append(folder)
      }
    }
    for section in emptied { builder.removeSection(at: section) }
    try folders.replace(removing: emptied, inserting: newFolders)
    for folder in newFolders {
      guard let section = folders.index(of: folder.name) else { continue }
      builder.insertSection(at: section, folder.model)
    }
  }

  private func report(_ arrival: Arrival, to builder: inout Builder) throws {
    let targetPath = try itemPath(of: arrival.path)
    if let sourcePath = arrival.sourcePath {
      builder.moveItem(from: sourcePath, to: targetPath)
      builder.updateItem(at: sourcePath, model(at: targetPath))
    } else {
      builder.insertItem(model(at: targetPath), at: targetPath)
    }
  }

  private func itemPath(of path: GitPath) throws(Misfit) -> ItemPath {
    guard let section = folders.index(of: path.folder),
      let item = folders[section].files.index(of: path.name)
    else { throw Misfit(path: path, problem: "was not there") }
    return ItemPath(section: section, item: item)
  }

  private func model(at path: ItemPath) -> JSONValue {
    let folder = folders[path.section]
    return folder.model(of: folder.files[path.item])
  }
}

/// The files that leave a folder in one commit, and those that arrive in it.
struct GitFolderEdit {
  /// The indexes of the files that leave.
  private var departures: [Int] = []
  private var arrivals: [GitFile] = []

  mutating func depart(_ item: Int) { departures.append(item) }
  mutating func arrive(_ file: GitFile) { arrivals.append(file) }

  /// - Throws: A misfit if a file leaves twice, or arrives under a name that another file has.
  func apply(to folder: inout GitFolder) throws(GitTree.Misfit) {
    do throws(NamedArray<GitFile>.Conflict) {
      try folder.files.replace(
        removing: departures.sorted(), inserting: arrivals.sorted { $0.name < $1.name })
    } catch {
      throw GitTree.Misfit(
        path: GitPath(folder: folder.name, name: error.name),
        problem: error.isRemoval ? "leaves twice" : "comes where a file is already")
    }
  }
}
