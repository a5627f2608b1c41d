public import RosterComponents
internal import RosterJSON
public import RosterLayout
public import RosterWidgets

/// A picture out of the network.
///
///     NetworkImage(photo.address, alternative: photo.title, fit: .cover, aspectRatio: 16 / 9)
///
/// Its view is that of an `ImageView` with an address: a browser loads it by itself. For hosts that
/// do not, ``NetworkImages`` loads it as soon as its row has views, and shows what is known of it.
public struct NetworkImage: Component, Equatable {
  /// The name of the action that loads the picture again after a failure. The controller performs
  /// it.
  public static let retryAction = "retryImage"

  /// Where the picture is.
  public let address: String
  /// The picture that is shown until then; a small one, since it travels with the view.
  public let placeholder: PixelImage?
  private var image: ImageView
  private var placeholderColor: StyleColor?
  private var retriesOnTap = false

  /// Makes a view of a picture.
  ///
  /// - Parameters:
  ///   - address: Where the picture is. Empty if that is not known yet.
  ///   - alternative: What it shows, in words; empty for a decoration.
  ///   - placeholder: The picture that is shown until then.
  ///   - fit: How it fills its box.
  ///   - aspectRatio: Width divided by height, as seen; without one, that of the placeholder
  ///     counts.
  public init(
    _ address: String, alternative: String = "", placeholder: PixelImage? = nil,
    fit: ImageView.Fit = .contain, aspectRatio: Double? = nil
  ) {
    self.address = address
    self.placeholder = placeholder
    let ratio = aspectRatio ?? placeholder.map { Double($0.width) / Double($0.height) }
    image = ImageView(
      address.isEmpty ? nil : .address(address), alternative: alternative, fit: fit,
      aspectRatio: ratio)
  }

  /// What the picture shows, in words.
  public var alternative: String { image.alternative }

  /// How the picture fills its box.
  public var fit: ImageView.Fit { image.fit }

  /// Gives the picture a size. If one of the lengths is `.auto`, the aspect ratio decides it.
  public func size(width: LayoutLength = .auto, height: LayoutLength = .auto) -> Self {
    var component = self
    component.image = image.size(width: width, height: height)
    return component
  }

  /// Sets the colour of the area of the picture; without one, the style sheet decides.
  public func placeholderColor(_ color: StyleColor) -> Self {
    var component = self
    component.placeholderColor = color
    return component
  }

  /// Sets whether a tap loads the picture again after a failure.
  public func retriesOnTap(_ retries: Bool = true) -> Self {
    var component = self
    component.retriesOnTap = retries
    return component
  }

  /// Returns the view.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
    let color = placeholderColor ?? scope.style(\.image).placeholderColor
    var spec = image.spec(in: scope)
    if let color { spec.attributes["background"] = scope.color(color).json }
    if let placeholder { spec.attributes["preview"] = placeholder.json }
    let retry: Action<> = retriesOnTap ? Action(named: Self.retryAction, in: scope.path) : Action()
    return Node(image.view(spec, in: scope).on(.tap, retry))
  }

  /// Returns the picture to load for a box.
  ///
  /// - Parameters:
  ///   - size: The size of the box in points.
  ///   - pixelsPerPoint: How many pixels a point is wide and high.
  /// - Returns: `nil` if the box is empty or has no pixels, or the address is empty.
  public func request(in size: Size, pixelsPerPoint: Size) -> ImageRequest? {
    let width = (size.width * pixelsPerPoint.width).rounded(.up)
    let height = (size.height * pixelsPerPoint.height).rounded(.up)
    let lengthMax = Double(PixelSize.lengthMax)
    guard !address.isEmpty, width > 0, height > 0 else { return nil }
    let box = PixelSize(width: Int(min(width, lengthMax)), height: Int(min(height, lengthMax)))
    return ImageRequest(address, size: box, fit: fit)
  }
}
