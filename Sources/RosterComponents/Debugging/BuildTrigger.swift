/// The reason for a build.
public enum BuildTrigger: Hashable, Sendable {
  /// The item has no tree yet.
  case firstBuild
  /// The root components have changed.
  case components
  /// Edits were applied.
  case edits
  /// The environment has changed.
  case environment
  /// Everything is built again, including equal components.
  case reload
}
