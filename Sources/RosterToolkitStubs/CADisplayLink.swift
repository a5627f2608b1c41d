#if os(Linux)
  public import Foundation

  /// The time of the display, in seconds, which tests decide: ``CADisplayLink/showFrameByHand(at:)``.
  @MainActor public func CACurrentMediaTime() -> Double { CADisplayLink.time }

  /// Calls something before each frame of a display.
  @MainActor public final class CADisplayLink: NSObject {
    fileprivate private(set) static var time = 0.0
    private static var running: [CADisplayLink] = []
    private let show: (CADisplayLink) -> Void
    /// When the frame before the next one was shown.
    public private(set) var timestamp = 0.0

    /// Makes a link. What a selector names is a closure here.
    public init(target: Any, selector: @escaping (CADisplayLink) -> Void) {
      show = selector
      super.init()
    }

    /// Begins to call.
    public func add(to runLoop: RunLoop, forMode mode: RunLoop.Mode) { Self.running.append(self) }

    /// Calls no more.
    public func invalidate() { Self.running.removeAll { $0 === self } }

    /// How many links there are that call.
    public static var runningCount: Int { running.count }

    /// The display shows a frame.
    ///
    /// - Parameter time: The time of it, not before that of an earlier one.
    public static func showFrameByHand(at time: Double) {
      Self.time = max(Self.time, time)
      for link in running {
        link.timestamp = Self.time
        link.show(link)
      }
    }
  }

  /// What the user has set for all applications.
  @MainActor public enum UIAccessibility {
    /// Whether the user does not want motion.
    public static var isReduceMotionEnabled = false
  }

  /// How something is drawn about its centre.
  public struct CGAffineTransform: Hashable, Sendable {
    /// A part of it: a point (x, y) is drawn at (ax + cy + tx, bx + dy + ty).
    public var a, b, c, d, tx, ty: CGFloat

    /// Nothing is drawn otherwise.
    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Whether nothing is drawn otherwise.
    public var isIdentity: Bool { self == .identity }

    /// Makes a transform.
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
      (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// Makes a transform that moves.
    public init(translationX: CGFloat, y: CGFloat) {
      self.init(a: 1, b: 0, c: 0, d: 1, tx: translationX, ty: y)
    }

    /// Returns one that turns clockwise first.
    public func rotated(by angle: CGFloat) -> CGAffineTransform {
      let (sine, cosine) = (CGFloat(sin(Double(angle))), CGFloat(cos(Double(angle))))
      return CGAffineTransform(
        a: cosine * a + sine * c, b: cosine * b + sine * d, c: cosine * c - sine * a,
        d: cosine * d - sine * b, tx: tx, ty: ty)
    }

    /// Returns one that scales first.
    public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
      CGAffineTransform(a: a * x, b: b * x, c: c * y, d: d * y, tx: tx, ty: ty)
    }
  }
#endif
