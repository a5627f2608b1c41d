/// From which distances and times on a press becomes which gesture.
///
/// Distances are in points, times in seconds. Every number that is negative or not finite counts as 0.
public struct GestureConfiguration: Hashable, Sendable {
  /// How far a pointer may move without ceasing to tap or to press.
  public var slop: Double
  /// How long a press lasts before it is a long press.
  public var longPressDelay: Double
  /// How long after a tap the second press of a double tap may begin.
  public var doubleTapInterval: Double
  /// How far from the first tap the second one of a double tap may be.
  public var doubleTapDistance: Double
  /// How long the way of a swipe is at least.
  public var swipeDistance: Double
  /// How fast a swipe is at least when it ends, in points per second.
  public var swipeSpeed: Double
  /// The last part of a movement from which its velocity is taken.
  public var velocityWindow: Double
  /// How near to an edge of the viewport an item is dragged before the list scrolls.
  public var edgeLength: Double
  /// How fast the list scrolls when an item is dragged to the edge, in points per second.
  public var edgeSpeed: Double

  /// Makes a configuration.
  public init(
    slop: Double, longPressDelay: Double = 0.5, doubleTapInterval: Double = 0.3,
    doubleTapDistance: Double, swipeDistance: Double, swipeSpeed: Double
  ) {
    self.slop = slop
    self.longPressDelay = longPressDelay
    self.doubleTapInterval = doubleTapInterval
    self.doubleTapDistance = doubleTapDistance
    self.swipeDistance = swipeDistance
    self.swipeSpeed = swipeSpeed
    velocityWindow = 0.1
    edgeLength = swipeDistance
    edgeSpeed = swipeSpeed
  }

  /// For pointers whose positions are pixels or points of a screen.
  public static let pixels: GestureConfiguration = {
    var configuration = GestureConfiguration(
      slop: 8, doubleTapDistance: 24, swipeDistance: 48, swipeSpeed: 300)
    configuration.edgeSpeed = 900
    return configuration
  }()

  /// For pointers whose positions are cells of a terminal: the next cell is a movement.
  public static let cells: GestureConfiguration = {
    var configuration = GestureConfiguration(
      slop: 0.5, doubleTapDistance: 1, swipeDistance: 4, swipeSpeed: 10)
    configuration.edgeLength = 2
    configuration.edgeSpeed = 20
    return configuration
  }()

  /// The same configuration without numbers that mean nothing.
  var sound: GestureConfiguration {
    var sound = self
    let numbers: [WritableKeyPath<GestureConfiguration, Double>] = [
      \.slop, \.longPressDelay, \.doubleTapInterval, \.doubleTapDistance, \.swipeDistance,
      \.swipeSpeed, \.velocityWindow, \.edgeLength, \.edgeSpeed,
    ]
    for number in numbers where !(sound[keyPath: number].isFinite && sound[keyPath: number] > 0) {
      sound[keyPath: number] = 0
    }
    return sound
  }
}
