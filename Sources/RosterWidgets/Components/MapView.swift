public import RosterComponents
public import RosterLayout

/// A map that the host draws: a region and pins in it.
///
///     MapView(MapRegion(latitude: 47.4, longitude: 8.5, span: 0.2), pins: shops.map(\.pin))
///       .onSelect(scope.edit("select") { (state, pin: String) in state.selection = pin })
///
/// It is a slot of the name `map`. Its values are `{"region":{…},"pins":[{…}]}`; the event `change`
/// passes the region that the user has moved it to, and the event `select` the identifier of a pin.
public struct MapView: Component, Equatable {
  /// The region that is shown.
  public let region: MapRegion
  /// The pins, those in front last.
  public let pins: [MapPin]
  /// The size that it wants to have.
  public let size: Size
  private var select = Action<String>()
  private var move = Action<MapRegion>()

  /// Makes a map.
  ///
  /// - Parameters:
  ///   - region: The region that is shown.
  ///   - pins: The pins. One whose place is not on the Earth is left out.
  ///   - size: The size that it wants to have, in points.
  public init(
    _ region: MapRegion, pins: [MapPin] = [], size: Size = Size(width: 40, height: 12)
  ) {
    (self.region, self.pins, self.size) = (region, pins.filter(\.isOnEarth), size)
  }

  /// Sets the action of choosing a pin. It receives the identifier of the pin.
  public func onSelect(_ action: Action<String>) -> Self {
    var map = self
    map.select = action
    return map
  }

  /// Sets the action of moving the map. It receives the region that is shown then.
  public func onMove(_ action: Action<MapRegion>) -> Self {
    var map = self
    map.move = action
    return map
  }

  /// Returns the view.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
    CustomView("map", MapValues(region: region, pins: pins), size: size)
      .on("select", select).on(.change, move)
  }
}

/// A region of a map.
public struct MapRegion: Hashable, Codable, Sendable, ActionArgument {
  /// The latitude of its centre, in degrees from −90 to 90.
  public let latitude: Double
  /// The longitude of its centre, in degrees from −180 to 180.
  public let longitude: Double
  /// Its height in degrees of latitude.
  public let latitudeSpan: Double
  /// Its width in degrees of longitude.
  public let longitudeSpan: Double

  /// Makes a region. Degrees beyond the Earth count as the nearest on it, and NaN as 0.
  public init(
    latitude: Double, longitude: Double, latitudeSpan: Double, longitudeSpan: Double
  ) {
    self.latitude = latitude.clamped(to: -90...90)
    self.longitude = longitude.clamped(to: -180...180)
    self.latitudeSpan = latitudeSpan.clamped(to: 0...180)
    self.longitudeSpan = longitudeSpan.clamped(to: 0...360)
  }

  /// Makes a region that is as many degrees wide as high.
  public init(latitude: Double, longitude: Double, span: Double) {
    self.init(
      latitude: latitude, longitude: longitude, latitudeSpan: span, longitudeSpan: span)
  }

  /// Reads a region; degrees that are not on the Earth count as above.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      latitude: try container.decode(Double.self, forKey: .latitude),
      longitude: try container.decode(Double.self, forKey: .longitude),
      latitudeSpan: try container.decode(Double.self, forKey: .latitudeSpan),
      longitudeSpan: try container.decode(Double.self, forKey: .longitudeSpan))
  }
}

/// A marked place on a map.
public struct MapPin: Hashable, Codable, Sendable {
  /// Tells the pin from the others of its map.
  public let id: String
  /// The latitude, in degrees.
  public let latitude: Double
  /// The longitude, in degrees.
  public let longitude: Double
  /// What stands beside it; empty for nothing.
  public let title: String

  /// Makes a pin.
  public init(_ id: String, latitude: Double, longitude: Double, title: String = "") {
    (self.id, self.latitude, self.longitude) = (id, latitude, longitude)
    self.title = title
  }

  var isOnEarth: Bool { (-90...90).contains(latitude) && (-180...180).contains(longitude) }
}

/// What a host receives of a map.
private struct MapValues: Codable, Equatable, ActionArgument {
  let region: MapRegion
  let pins: [MapPin]
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? 0 : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
