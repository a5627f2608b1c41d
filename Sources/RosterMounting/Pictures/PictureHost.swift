public import RosterLayout

/// A host that shows pictures which are loaded after their views were made.
///
/// The attributes of a view say where its picture comes from. A program that loads it gives the
/// host its pixels, beside the attributes:
///
///     host.show(.loading(progress: 0.4), in: view)
///     host.show(.picture(picture), in: view)
///
/// A host forgets what it was given when the view enters a pool, or gets another `source`. So a
/// recycled view never shows the picture of another row.
public protocol PictureHost<View> {
  /// A reference to a view.
  associatedtype View: Hashable

  /// Shows what is known of the picture of a view; `nil` for what its attributes say.
  func show(_ content: PictureContent?, in view: View)

  /// How many pixels a point is wide and high; zero if the host draws no pixels, so that none are loaded.
  var pixelsPerPoint: Size { get }
}

/// What is known of the picture of a view.
public enum PictureContent: Equatable, Sendable {
  /// It is on its way.
  ///
  /// - Parameter progress: How much of it there is, from 0 to 1; `nil` if that is not known.
  case loading(progress: Double?)
  /// Its pixels.
  case picture(Picture)
  /// It could not be loaded.
  ///
  /// - Parameter reason: What went wrong, in words.
  case failed(reason: String)
}
