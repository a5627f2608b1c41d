/// The object that a name in a tree refers to.
struct GitObject: Hashable, Sendable {
  /// The file mode in octal: `100644`, `100755`, `120000` for a symbolic link, `160000` for a
  /// submodule.
  var mode: String
  /// The full object id: that of a blob, or of a commit for a submodule.
  var hash: String
}
