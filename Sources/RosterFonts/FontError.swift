#if Fonts
  /// Why a font could not be had from a file.
  public struct FontError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public struct Code: Hashable, Sendable {
      private enum Value { case unreadable, notAFont, noSuchFace, notScalable }
      private let value: Value

      /// There is no such file, or it may not be read.
      public static let unreadable = Code(value: .unreadable)
      /// The file is no TrueType or OpenType font, or a damaged one.
      public static let notAFont = Code(value: .notAFont)
      /// The file has fewer fonts than the index says.
      public static let noSuchFace = Code(value: .noSuchFace)
      /// The font has bitmaps only, and none for most sizes.
      public static let notScalable = Code(value: .notScalable)
    }

    /// What went wrong.
    public let code: Code
    /// The file.
    public let path: String
    /// What went wrong, and what can be done.
    public let message: String

    /// The file, and what went wrong.
    public var description: String { "\(path): \(message)" }
  }
#endif
