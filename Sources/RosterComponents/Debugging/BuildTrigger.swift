/// Why a tree is built.
public enum BuildTrigger: Hashable, Sendable {
  /// There is none yet.
  case firstBuild
  /// The components at the root are new ones.
  case components
  /// States were edited.
  case edits
  /// The environment is another.
  case environment
  /// Everything is to be built anew, whatever is equal.
  case reload
}
