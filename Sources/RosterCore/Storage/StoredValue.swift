/// A model as storage keeps it.
public enum StoredValue: Hashable, Sendable {
  /// No model: a section without one.
  case null
  /// Text, for models that a person with a SQL shell may want to read.
  case text(String)
  case blob([UInt8])
}

/// Turns models into what storage keeps, and back.
///
/// Several threads use a codec at once. A codec must be able to read what it has written for as
/// long as the files exist.
public protocol ModelCodec<Model>: Sendable {
  associatedtype Model: Sendable

  /// - Throws: Any error; the changeset that holds the model then fails and changes nothing.
  func encode(_ model: Model) throws -> StoredValue

  /// - Throws: Any error; reading the item then fails, and the stored value stays as it is.
  func decode(_ value: StoredValue) throws -> Model
}
