"""Who sits at the keys: for every game somebody who knows how it is entered."""

from .cup import CupOperator
from .operate import Operator
from .points import CounterOperator, RummyOperator

OPERATORS: dict[str, type[Operator]] = {
    "meksiko": Operator,
    "meksiko-club": Operator,
    "meksykanka": CupOperator,
    "mexican-rummy": RummyOperator,
    "counter": CounterOperator,
}
