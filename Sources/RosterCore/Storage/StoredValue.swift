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
/// A codec is used from several threads at once. What it writes it must be able to read for as long
/// as files exist.
public protocol ModelCodec<Model>: Sendable {
  associatedtype Model: Sendable

  /// - Throws: Any error; the changeset that holds the model then fails and changes nothing.
  func encode(_ model: Model) throws -> StoredValue

  /// - Throws: Any error; reading the item then fails, and the stored value stays as it is.
  func decode(_ value: StoredValue) throws -> Model
}
