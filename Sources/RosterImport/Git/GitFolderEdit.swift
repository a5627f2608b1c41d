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
