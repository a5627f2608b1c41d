public import Foundation
internal import RosterCore

/// A route of an application that can be part of an address.
///
///     enum PhotoRoute: RoutePath {
///       case photos, photo(Int), comments(Int)
///
///       func segments(above page: PhotoRoute?) -> [String] {
///         switch self {
///         case .photos: ["photos"]
///         case .photo(let number): ["\(number)"]
///         case .comments: ["comments"]
///         }
///       }
///
///       static func read(
///         _ segments: inout ArraySlice<String>, above page: PhotoRoute?
///       ) -> PhotoRoute? {
///         switch (page, segments.popFirst()) {
///         case (nil, "photos"): .photos
///         case (.photos, let text?): Int(text).map { .photo($0) }
///         case (.photo(let number), "comments"): .comments(number)
///         default: nil
///         }
///       }
///     }
///
/// What `segments` returns, `read` has to accept above the same page. Segments may be any text.
/// Only the bottom of a stack may have none.
public protocol RoutePath: Codable, Hashable, Sendable {
  /// The segments of an address that stand for this page.
  ///
  /// - Parameter page: The page below in the same stack, `nil` at the bottom.
  func segments(above page: Self?) -> [String]

  /// Takes the segments of one page from the beginning of those that are left.
  ///
  /// - Parameters:
  ///   - segments: What is left of the address; at the bottom of a stack possibly nothing.
  ///   - page: The page below in the same stack, `nil` at the bottom.
  /// - Returns: The page; `nil` if the segments stand for none.
  static func read(_ segments: inout ArraySlice<String>, above page: Self?) -> Self?
}

/// Why an address leads to no place of an application.
public enum AddressError: Error, Hashable, Sendable {
  /// A segment, counted from 0, is not UTF-8 in percent encoding, or not one that addresses have.
  case malformed(segment: Int)
  /// The application has no page for what begins with a segment.
  case noPage(segment: Int)
  /// The application has no tab of this name.
  case noTab(String)
  /// The address is longer than any of an application.
  case tooLong
}

extension AddressError: CustomStringConvertible {
  /// What is wrong.
  public var description: String {
    switch self {
    case .malformed(let segment): "segment \(segment + 1) of the address is not readable"
    case .noPage(let segment): "no page has an address with this segment \(segment + 1)"
    case .noTab(let name): "the application has no tab \(name.inQuotes)"
    case .tooLong: "the address is too long"
    }
  }
}

extension AddressError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }
}
