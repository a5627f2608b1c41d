#if Fonts
  /// The reason why a font could not be read from a file.
  public struct FontError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
      private enum Value { case unreadable, notAFont, noSuchFace, notScalable }
      private let value: Value

      /// The file does not exist, or may not be read.
      public static let unreadable = Code(value: .unreadable)
      /// The file is not a TrueType or OpenType font, or is damaged.
      public static let notAFont = Code(value: .notAFont)
      /// The index is not smaller than the number of fonts in the file.
      public static let noSuchFace = Code(value: .noSuchFace)
      /// The font contains only bitmaps, which most sizes lack.
      public static let notScalable = Code(value: .notScalable)
    }

    /// The kind of failure.
    public let code: Code
    /// The file.
    public let path: String
    /// What went wrong, and what to do about it.
    public let message: String

    /// The file, and what went wrong.
    public var description: String { "\(path): \(message)" }
  }
#endif
