"""Units of measure as data: names in all handled languages, exact factors to a base unit.

A unit is matched as a whole word, longest phrase first, so that ``bps`` is never ``b``. Factors are from the SI
brochure (9th edition) and the international yard and pound agreement of 1959.
"""

from fractions import Fraction
from typing import NamedTuple

from loccit.judge.script import simplified


class Unit(NamedTuple):
    """A measure and what one of this unit is worth in its base unit."""

    measure: str
    factor: Fraction


_TABLE: dict[str, dict[str, str]] = {
    "ratio": {
        "% | percent | per cent | pct | persen | %": "1/100",
        "per mille | ‰": "1/1000",
        "成": "1/10",
    },
    "points": {
        "percentage point | percentage points | pp | poin persentase | 個百分點 | 个百分点 | 百分點 | 百分点": "1/100",
        "bp | bps | basis point | basis points | 基點 | 基点 | 個基點 | 个基点": "1/10000",
    },
    "length": {
        "m | metre | metres | meter | meters | 米 | 公尺": "1",
        "km | kilometre | kilometres | kilometer | kilometers | 公里 | 千米": "1000",
        "cm | centimetre | centimetres | centimeter | centimeters | sentimeter | 公分 | 厘米 | 釐米": "1/100",
        "mm | millimetre | millimetres | millimeter | millimeters | milimeter | 毫米 | 公釐": "1/1000",
        "μm | µm | micrometre | micrometer | micron | microns | 微米": "1/1000000",
        "nm | nanometre | nanometer | nanometers | nanometres | 奈米 | 纳米": "1/1000000000",
        "mi | mile | miles | mil | 英里 | 英哩": "1609.344",
        "ft | foot | feet | kaki | 英尺 | 英呎": "0.3048",
        "in | inch | inches | inci | 英寸 | 英吋": "0.0254",
        "yd | yard | yards | 碼 | 码": "0.9144",
    },
    "area": {
        "m² | m2 | square metre | square metres | square meter | square meters | meter persegi"
        " | 平方公尺 | 平方米": "1",
        "km² | km2 | square kilometre | square kilometres | square kilometer | square kilometers | kilometer persegi"
        " | 平方公里": "1000000",
        "ha | hectare | hectares | hektare | hektar | 公頃 | 公顷": "10000",
        "acre | acres | 英畝 | 英亩": "4046.8564224",
        "square mile | square miles | 平方英里": "2589988.110336",
        "square foot | square feet | sq ft": "0.09290304",
    },
    "volume": {
        "l | L | litre | litres | liter | liters | 公升 | 升": "1",
        "ml | mL | millilitre | millilitres | milliliter | milliliters | mililiter | 毫升": "1/1000",
        "m³ | m3 | cubic metre | cubic metres | cubic meter | cubic meters | 立方公尺 | 立方米": "1000",
        "gallon | gallons | galon | 加侖 | 加仑": "3.785411784",
    },
    "mass": {
        "g | gram | grams | gramme | grammes | 克 | 公克": "1",
        "kg | kilogram | kilograms | kilo | kilos | 公斤 | 千克": "1000",
        "mg | milligram | milligrams | miligram | 毫克": "1/1000",
        "μg | µg | microgram | micrograms | mikrogram | 微克": "1/1000000",
        "tonne | tonnes | metric ton | metric tons | ton | tons | 公噸 | 吨 | 噸": "1000000",
        "lb | lbs | pound | pounds | 磅": "453.59237",
        "oz | ounce | ounces | 盎司": "28.349523125",
    },
    "time": {
        "s | sec | secs | second | seconds | detik | 秒 | 秒鐘 | 秒钟": "1",
        "ms | millisecond | milliseconds | milidetik | 毫秒": "1/1000",
        "min | mins | minute | minutes | menit | 分鐘 | 分钟": "60",
        "h | hr | hrs | hour | hours | jam | 小時 | 小时 | 個小時 | 个小时": "3600",
        "day | days | hari | 天 | 日": "86400",
        "week | weeks | minggu | pekan | 週 | 周 | 星期 | 個星期 | 个星期": "604800",
    },
    "months": {
        "month | months | bulan | 個月 | 个月": "1",
        "year | years | yr | yrs | tahun | 年": "12",
        "decade | decades | dekade": "120",
        "century | centuries | abad | 世紀 | 世纪": "1200",
    },
    "data": {
        "B | byte | bytes | bita | 位元組 | 字节": "1",
        "kB | KB | kilobyte | kilobytes": "1000",
        "MB | megabyte | megabytes": "1000000",
        "GB | gigabyte | gigabytes": "1000000000",
        "TB | terabyte | terabytes": "1000000000000",
        "KiB | kibibyte | kibibytes": "1024",
        "MiB | mebibyte | mebibytes": "1048576",
        "GiB | gibibyte | gibibytes": "1073741824",
        "TiB | tebibyte | tebibytes": "1099511627776",
    },
    "data rate": {"kbit/s | kbps": "1000", "Mbit/s | Mbps": "1000000", "Gbit/s | Gbps": "1000000000"},
    "pressure": {
        "Pa | pascal | pascals": "1",
        "hPa": "100",
        "kPa": "1000",
        "MPa": "1000000",
        "bar": "100000",
        "psi": "6894.757293168",
        "atm": "101325",
    },
    "power": {
        "W | watt | watts | 瓦 | 瓦特": "1",
        "kW | kilowatt | kilowatts | 千瓦": "1000",
        "MW | megawatt | megawatts": "1000000",
        "GW | gigawatt | gigawatts": "1000000000",
        "hp | horsepower": "745.69987158227022",
    },
    "energy": {
        "J | joule | joules": "1",
        "kJ | kilojoule | kilojoules": "1000",
        "cal | calorie | calories": "4.184",
        "kcal": "4184",
        "Wh": "3600",
        "kWh | kilowatt hour | kilowatt hours": "3600000",
    },
    "voltage": {"V | volt | volts | 伏特": "1", "mV": "1/1000", "kV": "1000"},
    "current": {"A | ampere | amperes | amp | amps | 安培": "1", "mA": "1/1000"},
    "frequency": {"Hz | hertz | 赫茲 | 赫兹": "1", "kHz": "1000", "MHz": "1000000", "GHz": "1000000000"},
    "speed": {
        "m/s": "1",
        "km/h | kph | kmh | km/jam | kilometres per hour | kilometers per hour": "5/18",
        "mph | miles per hour": "0.44704",
    },
    "temperature": {"°C | ℃ | degrees celsius | celsius | derajat celsius | 攝氏度 | 摄氏度": "1"},
    "fahrenheit": {"°F | ℉ | degrees fahrenheit | fahrenheit": "1"},
    "degrees": {"° | degree | degrees | derajat | 度": "1"},
}

_CASED = frozenset(
    {"B", "KB", "kB", "MB", "GB", "TB", "L", "Pa", "W", "V", "A", "J", "mL", "MW", "GW", "kW", "mV", "kV"}
)
"""Symbols whose case tells them from other words."""


def _lookup() -> dict[str, list[tuple[tuple[str, ...], Unit]]]:
    found: dict[str, list[tuple[tuple[str, ...], Unit]]] = {}
    for measure, units in _TABLE.items():
        for names, factor in units.items():
            for name in (part.strip() for part in names.split("|")):
                words = _parts(name)
                found.setdefault(words[0], []).append((words[1:], Unit(measure, Fraction(factor))))
    for entries in found.values():
        entries.sort(key=lambda item: -len(item[0]))
    return found


def _parts(name: str) -> tuple[str, ...]:
    if name[0] > "\u2fff" and name[0] not in "℃℉":
        return tuple(simplified(name))
    if name[0] == "°":
        return ("°", *([name[1:].lower()] if len(name) > 1 else []))
    folded = {"m²": "m2", "km²": "km2", "m³": "m3", "μm": "μm", "µm": "μm", "μg": "μg", "µg": "μg"}.get(name, name)
    return (folded,) if folded in _CASED else tuple(folded.lower().split())


UNITS = _lookup()
CASED = _CASED
