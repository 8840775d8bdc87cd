"""Handlers for all data of a person: the file to take along, and the deletion."""

from byzanz.server.call import Call, Streamed
from byzanz.server.handlers.visitors import Handler, Visitors
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.personal_data.deletion import DataDeletion
from byzanz.server.personal_data.export import DataExport
from byzanz.wire.personal_data import DataDeleted, DeleteData
from byzanz.wire.problems import Code, RequestRefused


class DataHandlers:
    """Gives a person everything that is stored about them, or deletes it."""

    def __init__(self, visitors: Visitors, rooms: RoomRegistry, deletion: DataDeletion) -> None:
        self._visitors = visitors
        self._export = DataExport(rooms)
        self._deletion = deletion

    @property
    def table(self) -> dict[str, Handler]:
        """The handlers by the names of their endpoints."""
        return {"my_data": self.my_data, "delete_data": self.delete_data}

    async def my_data(self, call: Call) -> Streamed:
        """Return everything that is stored about the person."""
        person = await self._visitors.person(call.visitor, "data")
        return Streamed("byzanz.json", await self._export.begin(person))

    async def delete_data(self, call: Call) -> DataDeleted:
        """Delete everything that is stored about the person."""
        person = await self._visitors.person(call.visitor, "commands")
        if not call.body_as(DeleteData).is_confirmed:
            raise RequestRefused(Code.NOT_CONFIRMED)
        self._visitors.count("data", call.visitor.address)
        return DataDeleted(await self._deletion.delete(person))
