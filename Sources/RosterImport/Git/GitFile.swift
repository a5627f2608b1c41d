/// A file in a folder: an item of the list.
struct GitFile: Named, Hashable, Sendable {
  var name: ByteString
  var object: GitObject
}
