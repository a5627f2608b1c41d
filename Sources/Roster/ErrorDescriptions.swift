public import Foundation

// `localizedDescription` says what these errors say. Without this it would say "error 0".

extension DataSourceError: LocalizedError {
  /// The `description`.
  public var errorDescription: String? { description }
}

extension StorageError: LocalizedError {
  /// The `description`.
  public var errorDescription: String? { description }
}

extension ChangesetError: LocalizedError {
  /// The `description`.
  public var errorDescription: String? { description }
}

extension DuplicateIdentifier: LocalizedError {
  /// The `description`.
  public var errorDescription: String? { description }
}

extension EditError: LocalizedError {
  /// The `description`.
  public var errorDescription: String? { description }
}

extension JSONDecodingError: LocalizedError {
  /// The `description`.
  public var errorDescription: String? { description }
}
