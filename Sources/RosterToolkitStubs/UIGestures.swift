#if os(Linux)
  public import Foundation

  // What recognizes gestures in UIKit, for tests where there is no UIKit. Targets with selectors need the runtime of
  // Objective-C, so there are closures instead. What the user does is called by tests.

  /// Recognizes a gesture on a view.
  @MainActor open class UIGestureRecognizer: NSObject {
    /// How far a gesture is.
    public enum State: Int, Sendable {
      case possible, began, changed, ended, cancelled, failed
      /// A gesture that has no duration was made.
      public static var recognized: State { .ended }
    }

    /// How far the gesture is.
    public fileprivate(set) var state = State.possible
    /// The view.
    public internal(set) weak var view: UIView?
    /// By what a program finds it again.
    public var name: String?
    /// Whether it recognizes anything.
    public var isEnabled = true
    private var targets: [(UIGestureRecognizer) -> Void] = []
    /// What must fail before it recognizes its gesture.
    public private(set) var requirements: [UIGestureRecognizer] = []

    /// Has a function be called when the gesture goes on.
    public func addTarget(_ target: @escaping (UIGestureRecognizer) -> Void) {
      targets.append(target)
    }

    /// Recognizes its gesture only if another one was not made.
    public func require(toFail other: UIGestureRecognizer) { requirements.append(other) }

    fileprivate func recognize(_ states: State...) {
      guard isEnabled, view?.takesTouches == true else { return }
      for next in states {
        state = next
        for target in targets { target(self) }
      }
      state = .possible
    }
  }

  /// Recognizes taps.
  public final class UITapGestureRecognizer: UIGestureRecognizer {
    /// How many taps follow each other.
    public var numberOfTapsRequired = 1

    /// The user taps.
    public func tapByHand() { recognize(.recognized) }
  }

  /// Recognizes that a finger stays where it is.
  public final class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// The user presses, and lets go.
    public func pressByHand() { recognize(.began, .ended) }
  }

  /// Recognizes movements.
  public final class UIPanGestureRecognizer: UIGestureRecognizer {
    private var distance = CGPoint.zero

    /// Returns the distance from where it began.
    public func translation(in view: UIView?) -> CGPoint { distance }

    /// The user moves a finger in one step.
    public func moveByHand(by distance: CGPoint, _ states: [State] = [.began, .changed, .ended]) {
      self.distance = distance
      for state in states { recognize(state) }
    }
  }

  /// Recognizes quick movements.
  public final class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// Where a movement goes.
    public struct Direction: OptionSet, Hashable, Sendable {
      /// The bits.
      public let rawValue: UInt

      /// Makes directions.
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// To the right.
      public static let right = Direction(rawValue: 1)
      /// To the left.
      public static let left = Direction(rawValue: 2)
      /// Upwards.
      public static let up = Direction(rawValue: 4)
      /// Downwards.
      public static let down = Direction(rawValue: 8)
    }

    /// Where the movement goes.
    public var direction = Direction.right

    /// The user moves a finger so.
    public func swipeByHand() { recognize(.recognized) }
  }
#endif
