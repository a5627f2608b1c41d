public import Foundation
public import RosterLayout

// `localizedDescription` says what the error says. Without this it would say "error 0".
extension LayoutError: LocalizedError {
  /// The `description`.
  public var errorDescription: String? { description }
}
