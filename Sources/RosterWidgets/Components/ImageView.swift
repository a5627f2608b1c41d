public import RosterComponents
internal import RosterJSON
public import RosterLayout

/// A picture.
///
///     ImageView(.address(post.imageAddress), alternative: post.caption, aspectRatio: 16 / 9)
///
/// With an aspect ratio it is as wide as the column that it stands in, and as high as that demands.
/// Otherwise, and without a size of its own, it has the size of the style sheet.
public struct ImageView: Component, Equatable {
  /// How a picture fills a box of another shape.
  public enum Fit: String, CaseIterable, Sendable {
    /// All of it is visible; part of the box is empty.
    case contain
    /// It fills the box; part of it is not visible.
    case cover
    /// It is stretched to the shape of the box.
    case fill
  }

  /// The picture; `nil` as long as it is not known.
  public let source: ImageSource?
  /// The picture that is shown as long as the other is not known.
  public let placeholder: ImageSource?
  /// What the picture shows, in words: for assistive technology, and for hosts that cannot draw it.
  /// Empty for a decoration.
  public let alternative: String
  /// How it fills its box.
  public let fit: Fit
  /// Width divided by height, as seen; `nil` if the box decides.
  public let aspectRatio: Double?
  private var width = LayoutLength.auto
  private var height = LayoutLength.auto

  /// Makes a view of a picture.
  ///
  /// - Parameters:
  ///   - source: The picture; `nil` as long as it is not known.
  ///   - alternative: What it shows, in words; empty for a decoration.
  ///   - placeholder: The picture that is shown as long as the other is not known.
  ///   - fit: How it fills its box.
  ///   - aspectRatio: Width divided by height, as seen; without one, that of the pixels counts, if
  ///     they are given. One that is not positive and finite does not count.
  public init(
    _ source: ImageSource?, alternative: String = "", placeholder: ImageSource? = nil,
    fit: Fit = .contain, aspectRatio: Double? = nil
  ) {
    (self.source, self.placeholder) = (source, placeholder)
    (self.alternative, self.fit) = (alternative, fit)
    var ratio = aspectRatio
    if case .pixels(let pixels) = source ?? placeholder {
      ratio = ratio ?? Double(pixels.width) / Double(pixels.height)
    }
    self.aspectRatio = ratio.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  /// Gives the picture a size. If one of the lengths is `.auto`, the aspect ratio decides it.
  public func size(width: LayoutLength = .auto, height: LayoutLength = .auto) -> Self {
    var image = self
    (image.width, image.height) = (width, height)
    return image
  }

  /// Returns the view.
  public func body(_ scope: Scope<Self>) -> Node<Never> { Node(view(spec(in: scope), in: scope)) }

  /// Returns the view of a description, with the size of the picture.
  package func view<Owner: Component>(_ spec: ViewSpec, in scope: Scope<Owner>) -> ViewNode<Never> {
    let style = scope.style(\.image)
    return ViewNode<Never>(spec)
      .measured(by: SizedContent(size: style.size))
      .layout { layout in
        (layout.width, layout.height) = (width, height)
        layout.aspectRatio = aspectRatio.map { $0 / style.pointAspectRatio }
        layout.flexShrink = 1
        // Otherwise a box with an aspect ratio is never smaller than its content.
        (layout.minWidth, layout.minHeight) = (0, 0)
      }
  }

  /// Returns the description of the view.
  package func spec<Owner: Component>(in scope: Scope<Owner>) -> ViewSpec {
    let style = scope.style(\.image)
    var spec = ViewSpec("image")
    switch source ?? placeholder {
    case .name(let source), .address(let source): spec.attributes["source"] = .string(source)
    case .pixels(let pixels): spec.attributes["pixels"] = pixels.json
    case nil: break
    }
    if source == nil { spec.attributes.set("background", style.placeholderColor, in: scope) }
    if fit != .contain { spec.attributes["fit"] = .string(fit.rawValue) }
    if alternative.isEmpty {
      spec.accessibility = Accessibility(label: nil, isElement: false)
    } else {
      spec.attributes["alternative"] = .string(alternative)
      spec.accessibility = Accessibility(label: alternative, traits: [.image])
    }
    return spec
  }
}
